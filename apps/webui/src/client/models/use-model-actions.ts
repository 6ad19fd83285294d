import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import * as z from 'zod';
import {
  modelSchema,
  modelTestSchema,
  type Model,
  type ModelCreate,
  type ModelPatch,
} from '../../shared/models.ts';
import { applyAnswer, modelsQuery } from '../api/live-queries.ts';
import { request } from '../api/request.ts';
import { useOnceMutation } from '../api/use-once-mutation.ts';
import { useApp } from '../app-context.tsx';

const modelsPath = '/api/settings/models';
const pathOf = (modelId: string) => `${modelsPath}/${encodeURIComponent(modelId)}`;
/** A local server may have to load the model first. */
const testTimeoutMs = 180_000;

/** Adds a model (`modelId` null) or changes one. */
export function useSaveModel(onDone: (model: Model) => void) {
  const queryClient = useQueryClient();
  const { eventLog } = useApp();
  return useOnceMutation({
    mutationFn: (input: { readonly modelId: string | null; readonly body: ModelCreate | ModelPatch }) =>
      request(input.modelId === null ? modelsPath : pathOf(input.modelId), {
        method: input.modelId === null ? 'POST' : 'PATCH',
        body: input.body,
        answer: modelSchema,
      }),
    onSuccess: (model) => {
      applyAnswer(queryClient, eventLog, { type: 'model', model });
      onDone(model);
    },
  });
}

export function useDeleteModel(onDone: () => void) {
  const queryClient = useQueryClient();
  const { eventLog } = useApp();
  return useOnceMutation({
    mutationFn: async (modelId: string) => {
      await request(pathOf(modelId), { method: 'DELETE', answer: z.unknown() });
      applyAnswer(queryClient, eventLog, { type: 'model_deleted', model_id: modelId });
    },
    onSuccess: onDone,
  });
}

/** *Test*, which can be cancelled; the model itself comes anew with its result. */
export function useTestModel() {
  const queryClient = useQueryClient();
  const { eventLog } = useApp();
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const mutation = useOnceMutation({
    mutationFn: async (modelId: string) => {
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      try {
        const path = `${pathOf(modelId)}/test`;
        return await request(path, {
          method: 'POST',
          answer: modelTestSchema,
          signal,
          timeoutMs: testTimeoutMs,
        });
      } catch (error) {
        if (signal.aborted) return null;
        throw error;
      }
    },
    onSuccess: async (test) => {
      if (test !== null) await queryClient.invalidateQueries({ queryKey: modelsQuery(eventLog).queryKey });
    },
  });
  return { ...mutation, cancel: () => running.current?.abort() };
}
