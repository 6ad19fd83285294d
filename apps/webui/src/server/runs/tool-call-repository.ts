import { computerToolCallSchema, computerToolResultSchema } from '../../shared/computer-tools.ts';
import type { ToolCall } from '../../shared/threads.ts';
import type { Database } from '../database/connection.ts';
import { parseJson } from '../database/parse-json.ts';

export type ToolCallRepository = {
  /** `operationId` names it on the device, for whoever asks for the receipt later. */
  insert(call: ToolCall, context: { threadId: string; operationId: string }): Promise<void>;
  find(runId: string, callId: string): Promise<ToolCall | undefined>;
  finish(call: ToolCall): Promise<void>;
  /** A call that waited is sent from now on. */
  release(call: Pick<ToolCall, 'run_id' | 'call_id'>): Promise<void>;
  /** In the order in which they started. */
  listByThread(threadId: string): Promise<ToolCall[]>;
  listUnfinished(runId: string): Promise<ToolCall[]>;
};

export function createToolCallRepository(database: Database): ToolCallRepository {
  const rows = () => database.selectFrom('tool_calls').selectAll().orderBy('position');
  return {
    async insert(toolCall, { threadId, operationId }) {
      const { call, result, ...columns } = toolCall;
      await database
        .insertInto('tool_calls')
        .values({
          ...columns,
          thread_id: threadId,
          operation_id: operationId,
          call_json: JSON.stringify(call),
          result_json: result === null ? null : JSON.stringify(result),
        })
        .execute();
    },
    async find(runId, callId) {
      const row = await rows().where('run_id', '=', runId).where('call_id', '=', callId).executeTakeFirst();
      return row === undefined ? undefined : toolCallOf(row);
    },
    async finish({ run_id, call_id, state, result, duration_ms }) {
      await database
        .updateTable('tool_calls')
        .set({ state, result_json: JSON.stringify(result), duration_ms })
        .where('run_id', '=', run_id)
        .where('call_id', '=', call_id)
        .execute();
    },
    async release({ run_id, call_id }) {
      await database
        .updateTable('tool_calls')
        .set({ state: 'running' })
        .where('run_id', '=', run_id)
        .where('call_id', '=', call_id)
        .execute();
    },
    async listByThread(threadId) {
      return (await rows().where('thread_id', '=', threadId).execute()).map(toolCallOf);
    },
    async listUnfinished(runId) {
      const found = await rows().where('run_id', '=', runId).where('state', '!=', 'finished').execute();
      return found.map(toolCallOf);
    },
  };
}

type ToolCallRow = Omit<ToolCall, 'call' | 'result'> & { call_json: string; result_json: string | null };

function toolCallOf(row: ToolCallRow): ToolCall {
  const { call_id, run_id, position, alias, state, started_at, duration_ms } = row;
  return {
    call_id,
    run_id,
    position,
    call: parseJson(computerToolCallSchema, row.call_json),
    alias,
    state,
    result: row.result_json === null ? null : parseJson(computerToolResultSchema, row.result_json),
    started_at,
    duration_ms,
  };
}
