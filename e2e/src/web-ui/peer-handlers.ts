import {
  EipError,
  encodeResult,
  parseParams,
  type MethodName,
  type ParamsOf,
  type ResultInputOf,
} from '@harness-desktop/eip-protocol';

export type PeerHandlers = {
  [M in MethodName]?: (params: ParamsOf<M>) => ResultInputOf<M> | Promise<ResultInputOf<M>>;
};

/** Parses the params, handles the request and encodes its result; throws `EipError`. */
export async function perform<M extends MethodName>(
  method: M,
  handler: PeerHandlers[M],
  params: unknown,
): Promise<Record<string, unknown>> {
  if (handler === undefined) throw new EipError('method_not_found', `This peer does not serve ${method}.`);
  return encodeResult(method, await handler(parseParams(method, params, '0.1')), '0.1');
}
