import { declareStruct } from './load-library.ts';

export type CGPoint = { readonly x: number; readonly y: number };
type CGSize = { readonly width: number; readonly height: number };
export type CGRect = { readonly origin: CGPoint; readonly size: CGSize };

/** CoreGraphics/CGGeometry.h: structs of doubles, passed and returned by value. */
export const declareGeometry = () => {
  const point = declareStruct('CGPoint', 16, { x: 'double', y: 'double' });
  const size = declareStruct('CGSize', 16, { width: 'double', height: 'double' });
  const rect = declareStruct('CGRect', 32, { origin: point, size });
  return { point, size, rect };
};
