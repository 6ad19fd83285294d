import type { DeviceArea } from '../../desktop.ts';
import { declareStruct } from './load-library.ts';

export type Rectangle = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

export const declarePoint = () => declareStruct('POINT', 8, { x: 'int32', y: 'int32' });

export const declareRectangle = () =>
  declareStruct('RECT', 16, { left: 'int32', top: 'int32', right: 'int32', bottom: 'int32' });

export const rectangleOf = ({ x, y, width, height }: DeviceArea): Rectangle => ({
  left: x,
  top: y,
  right: x + width,
  bottom: y + height,
});

export const areaOf = ({ left, top, right, bottom }: Rectangle): DeviceArea => ({
  x: left,
  y: top,
  width: right - left,
  height: bottom - top,
});
