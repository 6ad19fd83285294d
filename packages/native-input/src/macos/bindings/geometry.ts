import koffi from 'koffi';

export type CGPoint = { readonly x: number; readonly y: number };
export type CGSize = { readonly width: number; readonly height: number };
export type CGRect = { readonly origin: CGPoint; readonly size: CGSize };

/** CoreGraphics/CGGeometry.h: structs of doubles, passed and returned by value. */
export const declareGeometry = () => {
  const point = koffi.struct({ x: 'double', y: 'double' });
  const size = koffi.struct({ width: 'double', height: 'double' });
  const rect = koffi.struct({ origin: point, size });
  return { point, size, rect };
};
