import { useState } from 'react';
import type { Model } from '../../shared/models.ts';
import { Button } from '../design/button.tsx';
import { Notice, ProblemNotice } from '../design/notice.tsx';
import { Status } from '../design/states.tsx';
import { formatDuration } from '../../shared/format-duration.ts';
import { Ago } from '../time/time.tsx';
import { useNow } from '../time/use-now.ts';
import { ChangeMenu } from './change-menu.tsx';
import { describeImages, describeTest, lacksKey } from './model-words.ts';
import { providers } from './providers.ts';
import { useTestModel } from './use-model-actions.ts';

type ModelRowProps = {
  readonly model: Model;
  readonly onChange: () => void;
  readonly onDelete: () => void;
};

export function ModelRow({ model, onChange, onDelete }: ModelRowProps) {
  const test = useTestModel();
  const state = describeTest(model);
  const result = model.last_test;
  return (
    <li className="model-row" aria-label={model.name}>
      <div className="model-row-head">
        <div>
          <h3>{model.name}</h3>
          <p className="model-row-facts">
            <span>
              {providers[model.provider].label}, <code>{model.provider_model}</code>
            </span>
            {model.base_url !== null && <code>{model.base_url}</code>}
          </p>
        </div>
        {!test.isPending && <Status tone={state.tone}>{state.label}</Status>}
        <div className="model-row-actions">
          {test.isPending ? (
            <TestProgress onCancel={test.cancel} />
          ) : (
            <Button size="small" isDisabled={lacksKey(model)} onPress={() => test.mutate(model.model_id)}>
              Test
            </Button>
          )}
          <ChangeMenu name={model.name} onChange={onChange} onDelete={onDelete} />
        </div>
      </div>
      <p className="model-row-facts">
        <span>{describeImages(model)}</span>
        <span>{model.api_key_set ? 'Key stored' : 'No key stored'}</span>
        {result !== null && (
          <span>
            Tested <Ago value={result.tested_at} />, in {formatDuration(result.duration_ms)}
          </span>
        )}
      </p>
      <div role="status">
        {result !== null && !result.ok && !test.isPending && (
          <Notice tone="danger" title="The last test failed">
            {result.message}
          </Notice>
        )}
        {lacksKey(model) && (
          <Notice
            tone="warn"
            title="A key is needed"
            actions={
              <Button size="small" onPress={onChange}>
                Add the key
              </Button>
            }
          >
            {providers[model.provider].label} answers nothing without one.
          </Notice>
        )}
      </div>
      <ProblemNotice error={test.error} />
    </li>
  );
}

/** A local server may take minutes to load a model, so that it goes on is to be seen. */
function TestProgress({ onCancel }: { readonly onCancel: () => void }) {
  const now = useNow(1000);
  const [since] = useState(now);
  return (
    <>
      <Status tone="active">Testing, {Math.max(0, Math.round((now - since) / 1000))} s</Status>
      <Button size="small" onPress={onCancel}>
        Cancel
      </Button>
    </>
  );
}
