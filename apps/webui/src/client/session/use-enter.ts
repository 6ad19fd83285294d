import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { sessionStateSchema } from '../../shared/session.ts';
import { sessionQuery } from '../api/live-queries.ts';
import { request } from '../api/request.ts';
import { useOnceMutation } from '../api/use-once-mutation.ts';

type Entry = { readonly path: '/api/setup' | '/api/session' | '/api/session/link'; readonly body: unknown };

/** One of the ways in; once it succeeds the page behind the sign-in is shown. */
export function useEnter(next: string) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useOnceMutation({
    mutationFn: ({ path, body }: Entry) =>
      request(path, { method: 'POST', body, answer: sessionStateSchema }),
    onSuccess: async (session) => {
      queryClient.clear();
      queryClient.setQueryData(sessionQuery.queryKey, session);
      await router.navigate({ to: next, replace: true });
    },
  });
}
