import type { ReactNode } from 'react';

type AlternativesProps<Name extends string> = {
  readonly shown: Name;
  readonly names: readonly Name[];
  readonly children: (name: Name) => ReactNode;
};

/** All of them lie in the same place, which is as large as the largest: showing another moves nothing around it. */
export function Alternatives<Name extends string>({ shown, names, children }: AlternativesProps<Name>) {
  return (
    <div className="alternatives">
      {names.map((name) => (
        <div key={name} className="alternative" inert={name !== shown} data-shown={name === shown}>
          {children(name)}
        </div>
      ))}
    </div>
  );
}
