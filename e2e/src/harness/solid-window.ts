import * as z from 'zod';
import type { DisposableDesktop } from './disposable-desktop.ts';
import { startProgram } from './program.ts';
import type { Place } from './recording-app.ts';
import { repositoryPath } from './repository-path.ts';
import type { Teardown } from './teardown.ts';

const readySchema = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });

export type SolidWindowOptions = {
  readonly desktop: DisposableDesktop;
  /** `#rrggbb` */
  readonly colour: string;
  readonly place: Place;
  readonly teardown: Teardown;
};

/** A GTK window of one colour; resolves with where it is once it is drawn. */
export async function startSolidWindow({
  desktop,
  colour,
  place,
  teardown,
}: SolidWindowOptions): Promise<Place> {
  const { x, y, width, height } = place;
  const program = await startProgram({
    command: '/usr/bin/python3',
    args: [
      repositoryPath('docker/xvfb-fixture/gtk-app.py'),
      ...['--colour', colour, '--place', [x, y, width, height].join(',')],
    ],
    environment: desktop.environment,
    teardown,
  });
  return program.line('output', (line) => readySchema.parse(JSON.parse(line)));
}
