import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import * as z from 'zod';
import { sessionQuery } from '../api/live-queries.ts';
import { request } from '../api/request.ts';
import { useOnceMutation } from '../api/use-once-mutation.ts';
import { Button } from '../design/button.tsx';
import { Segments } from '../design/choice.tsx';
import { ProblemNotice } from '../design/notice.tsx';
import { useTheme } from '../theme/use-theme.ts';

export function GeneralPage() {
  const [theme, chooseTheme] = useTheme();
  const { data: session } = useQuery(sessionQuery);
  const queryClient = useQueryClient();
  const router = useRouter();
  const signOut = useOnceMutation({
    mutationFn: () => request('/api/session', { method: 'DELETE', answer: z.unknown() }),
    onSuccess: async () => {
      queryClient.clear();
      await router.invalidate();
    },
  });
  return (
    <div className="settings">
      <div className="settings-head">
        <div>
          <h2>General</h2>
          <p>This browser and your session.</p>
        </div>
      </div>
      <ProblemNotice error={signOut.error} />
      <div className="settings-rows">
        <div className="settings-row">
          <div>
            <h3>Appearance</h3>
            <p className="muted small">Kept in this browser.</p>
          </div>
          <Segments
            label="Appearance"
            value={theme}
            onChange={chooseTheme}
            options={[
              { value: 'system', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
        </div>
        <div className="settings-row">
          <div>
            <h3>Session</h3>
            <p className="muted small">Signing out ends it in this browser only. Desktops stay connected.</p>
          </div>
          <Button isPending={signOut.isPending} onPress={() => signOut.mutate()}>
            Sign out
          </Button>
        </div>
        <div className="settings-row">
          <div>
            <h3>Address for desktops</h3>
            <p className="muted small">Where daemons dial in.</p>
          </div>
          <code>{session?.origin ?? '…'}</code>
        </div>
        <div className="settings-row">
          <div>
            <h3>Version</h3>
          </div>
          <code>{session?.version ?? '…'}</code>
        </div>
      </div>
    </div>
  );
}
