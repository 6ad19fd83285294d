import type { EipError, EipId, Transport } from '@harness-desktop/eip-protocol';

/** What a carrier can do in addition that sends each request by itself and may hold it back. */
type SingleRequests = {
  /** Takes a request back that has not left: it never will, and is not answered. False when it has. */
  withdraw(id: EipId): boolean;
  /**
   * Tells of requests that this side had to give up. As long as nobody listens, they are answered as if the device had
   * said it.
   */
  onFailure(listener: FailureListener): () => void;
};

export type FailureListener = (id: EipId, error: EipError) => void;

export type RequestCarrier = Transport & SingleRequests;

/** Any carrier. */
export type AnyCarrier = Transport & Partial<SingleRequests>;
