export type Capacity = {
  /** Takes one of the places, or a place beyond the limit when `urgent`. False when there is none. */
  take(urgent?: boolean): boolean;
  give(): void;
};

export const createCapacity = (limit: number): Capacity => {
  let taken = 0;
  return {
    take: (urgent = false) => {
      if (taken >= limit && !urgent) return false;
      taken += 1;
      return true;
    },
    give: () => {
      taken -= 1;
    },
  };
};
