import { Segments } from '../design/choice.tsx';

export type View = 'transcript' | 'desktop';

/** Where there is no room for both. */
export function ViewSwitch(props: { readonly view: View; readonly onChange: (view: View) => void }) {
  return (
    <div className="view-switch">
      <Segments
        label="View"
        value={props.view}
        onChange={props.onChange}
        options={[
          { value: 'desktop', label: 'Desktop' },
          { value: 'transcript', label: 'Transcript' },
        ]}
      />
    </div>
  );
}
