import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { writeJson, type Json } from '../mutation/mutate-json.ts';
import type { Random } from '../mutation/random.ts';
import { checkAnswer } from '../oracles/check-answer.ts';
import { Fault } from '../oracles/fault.ts';
import type { LiveNames } from '../traffic/rebind.ts';
import type { DaemonLine } from './daemon-line.ts';

const descriptorSchema = z.object({ device_id: z.string(), generation: z.number() });
const initializedSchema = z.object({ protocol_version: z.string(), descriptor: descriptorSchema });
const openedSchema = z.object({ descriptor: z.object({ session_id: z.string() }) });
const observedSchema = z.object({
  observation: z.object({ observation_id: z.string() }),
  reader: z.string(),
});

/** A session that works, to say strange things in. */
export type DaemonSession = {
  readonly names: LiveNames;
  readonly sessionId: string;
  /** Takes over names that occur in an answer. */
  learn(result: Record<string, unknown>): void;
  /** Sessions that answers have opened beside it. */
  readonly foreignSessions: readonly string[];
  /** Whether it is still there; throws `Fault` for a line that does not answer a plain request. */
  isAlive(): Promise<boolean>;
};

/** Well-behaved from `initialize` to the first observation. */
export async function openDaemonSession(line: DaemonLine, random: Random): Promise<DaemonSession> {
  const ask = createAsk(line);
  const versions = random.pick([['0.1'], ['0.100', '0.1']]);
  const client = { name: 'fuzz', version: '1' };
  const initialized = initializedSchema.parse(
    await ask('initialize', { supported_protocol_versions: versions, client }),
  );
  const { device_id, generation } = initialized.descriptor;
  const expected = { expected_device_id: device_id, expected_generation: generation };
  const opened = openedSchema.parse(
    await ask('session.open', { ...expected, protocol_version: initialized.protocol_version }),
  );
  const sessionId = opened.descriptor.session_id;
  const inSession = (method: string, params: Record<string, Json>) =>
    ask(method, { context: { operation_id: randomUUID() }, ...params }, sessionId);
  await inSession('environment.readiness', {});
  const first = observedSchema.parse(await inSession('computer.observe', { max_dimension: 256 }));
  const observations = [first.observation.observation_id];
  const readers = [first.reader];
  const operations = ['op-none'];
  const foreignSessions: string[] = [];
  return {
    sessionId,
    foreignSessions,
    names: {
      session: () => sessionId,
      device: () => device_id,
      generation: () => generation,
      observation: () => random.pick(observations),
      reader: () => random.pick(readers),
      pastOperation: () => random.pick(operations),
      operation: () => {
        if (random.chance(0.1)) return random.pick(operations);
        operations.push(`op-${randomUUID()}`);
        return operations.at(-1) ?? '';
      },
    },
    learn: (result) => {
      const observed = observedSchema.safeParse(result);
      if (observed.success) {
        observations.push(observed.data.observation.observation_id);
        readers.push(observed.data.reader);
      }
      const other = openedSchema.safeParse(result).data?.descriptor.session_id;
      if (other !== undefined && other !== sessionId) foreignSessions.push(other);
    },
    isAlive: async () => {
      const answer = await exchangeOne(line, { method: 'session.keepalive', params: {}, sessionId });
      return answer !== undefined && 'result' in answer;
    },
  };
}

type Request = { readonly method: string; readonly params: Json; readonly sessionId?: string | undefined };

async function exchangeOne(line: DaemonLine, { method, params, sessionId }: Request) {
  const session = sessionId === undefined ? {} : { eip_session: sessionId };
  const text = writeJson({ jsonrpc: '2.0', id: 'plain', method, params, ...session });
  const { answers } = await line.exchange([{ kind: 'text', text }]);
  return answers.map(checkAnswer).find(({ id }) => id === 'plain');
}

function createAsk(line: DaemonLine) {
  return async (method: string, params: Json, sessionId?: string): Promise<Record<string, unknown>> => {
    const answer = await exchangeOne(line, { method, params, sessionId });
    if (answer !== undefined && 'result' in answer) return answer.result;
    const instead = line.isClosed() ? 'the end' : JSON.stringify(answer);
    throw new Fault(`A plain ${method} was answered with ${instead}.`);
  };
}
