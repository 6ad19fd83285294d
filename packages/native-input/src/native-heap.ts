/** What native code of this process allocates from: the image library, and the memory of buffers. */
export type NativeHeap = {
  /**
   * How many arenas threads share at most, for the whole process and for good; what threads have already they keep.
   * False if it was refused.
   */
  limitArenas(most: number): boolean;
  /** Gives all pages that are free back to the system, on another thread. */
  trim(): Promise<void>;
};
