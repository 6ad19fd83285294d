import { stringify } from 'yaml';
import type { EnvironmentConfiguration } from '../../../shared/bindings.ts';

/** A configuration as people edit it. What is written here reads back as exactly the same values. */
export function writeYaml({ environment_bindings, default_environment }: EnvironmentConfiguration): string {
  return stringify(
    { environment_bindings, default_environment },
    // No anchors: two environments with the same actions stay apart, so that each can be changed alone.
    { lineWidth: 0, aliasDuplicateObjects: false },
  );
}
