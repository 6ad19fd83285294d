type RequestIds = {
  /** The same id for the same request until {@link RequestIds.settle}. */
  idOf(request: unknown): string;
  /** What became of the last request is known: the next one is another, also if it says the same. */
  settle(): void;
};

/** Ids by which the server knows a request again whose answer was lost, so that trying again starts nothing twice. */
export function createRequestIds(createId: () => string): RequestIds {
  let open: { readonly said: string; readonly id: string } | null = null;
  return {
    idOf(request) {
      const said = JSON.stringify(request);
      if (open?.said !== said) open = { said, id: createId() };
      return open.id;
    },
    settle() {
      open = null;
    },
  };
}
