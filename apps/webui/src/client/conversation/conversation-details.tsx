import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import type { Project, Transcript } from '../../shared/threads.ts';
import { BindingsEditor } from '../bindings/bindings-editor.tsx';
import { Dialog } from '../design/dialog.tsx';
import { FileDown } from 'lucide-react';
import { Time } from '../time/time.tsx';
import { exportPath } from './export-conversation.ts';

type ConversationDetailsProps = {
  readonly transcript: Transcript;
  readonly project: Project | null;
  readonly onSave: (configuration: EnvironmentConfiguration) => Promise<unknown>;
  readonly onClose: () => void;
};

export function ConversationDetails({ transcript, project, onSave, onClose }: ConversationDetailsProps) {
  const { thread, runs, calls } = transcript;
  return (
    <Dialog title="Conversation details" description={thread.title} width="wide" onClose={onClose}>
      <section className="details-section" aria-label="About">
        <h3>About</h3>
        <dl className="details-facts">
          <dt>Project</dt>
          <dd>{project?.name ?? 'None'}</dd>
          <dt>Created</dt>
          <dd>
            <Time value={thread.created_at} format="date-time" />
          </dd>
          <dt>Runs</dt>
          <dd>
            {runs.length}, with {calls.length} {calls.length === 1 ? 'action' : 'actions'}
          </dd>
        </dl>
        <div>
          <a className="button" data-variant="secondary" href={exportPath(thread.thread_id)} download="">
            <FileDown size={15} aria-hidden="true" />
            Export as one HTML file
          </a>
        </div>
      </section>
      <section className="details-section" aria-label="Configuration">
        <h3>Configuration</h3>
        <BindingsEditor
          configuration={thread.configuration}
          inherited={project?.configuration ?? null}
          onSave={onSave}
          draftKey={thread.thread_id}
        />
      </section>
    </Dialog>
  );
}
