import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useOnce } from '../design/use-once.ts';

/** What a button does: pressed again while that is under way, it does nothing more. */
export function useOnceMutation<Answer, Input = void, Shown = unknown>(
  options: UseMutationOptions<Answer, Error, Input, Shown>,
) {
  const mutation = useMutation(options);
  return { ...mutation, mutate: useOnce(mutation.mutateAsync) };
}
