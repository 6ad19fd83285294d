import koffi from 'koffi';
import type { DevicePoint } from '../../desktop.ts';
import type { Monitor } from '../monitors.ts';
import { areaOf, declarePoint, declareRectangle } from './geometry.ts';
import type { Rectangle } from './geometry.ts';
import { declareCallback, declareStruct, inOut, loadLibrary, out } from './load-library.ts';
import type { Handle } from './load-library.ts';
import { loadFailCall } from './win32-error.ts';

export type Display = {
  listMonitors(): readonly Monitor[];
  /** The hot spot of the pointer. */
  pointerAt(): DevicePoint;
};

type MonitorInfo = {
  readonly rcMonitor: Rectangle;
  readonly dwFlags: number;
  readonly szDevice: string;
};

const infoBytes = 104;
const isPrimary = 1;
const effectiveDpi = 0;
const usualDpi = 96;
const goOn = 1;

const declareTypes = () => {
  const rectangle = declareRectangle();
  return {
    point: declarePoint(),
    monitorInfo: declareStruct('MONITORINFOEXW', infoBytes, {
      cbSize: 'uint32',
      rcMonitor: rectangle,
      rcWork: rectangle,
      dwFlags: 'uint32',
      szDevice: koffi.array('char16', 32, 'String'),
    }),
    visit: declareCallback('MONITORENUMPROC', 'int', ['void *', 'void *', 'void *', 'intptr']),
  };
};

type Visit = (monitor: Handle) => number;

const declareCalls = () => {
  const { point, monitorInfo, visit } = declareTypes();
  const user32 = loadLibrary('user32');
  const enumerate: (...parameters: [context: null, clip: null, visit: Visit, data: number]) => number =
    user32.declare('EnumDisplayMonitors', 'int', ['void *', 'void *', visit, 'intptr']);
  const getInfo: (monitor: Handle, info: object) => number = user32.declare('GetMonitorInfoW', 'int', [
    'void *',
    inOut(monitorInfo),
  ]);
  const getCursor: (point: object) => number = user32.declare('GetCursorPos', 'int', [out(point)]);
  const getDpi: (...parameters: [monitor: Handle, kind: number, x: number[], y: number[]]) => number =
    loadLibrary('shcore').declare('GetDpiForMonitor', 'int32', [
      'void *',
      'int',
      out('uint32'),
      out('uint32'),
    ]);
  return { enumerate, getInfo, getCursor, getDpi };
};

export const loadDisplay = (): Display => {
  const { enumerate, getInfo, getCursor, getDpi } = declareCalls();
  const fail = loadFailCall();

  const describe = (handle: Handle): Monitor | undefined => {
    const info: Partial<MonitorInfo> & { cbSize: number } = { cbSize: infoBytes };
    // It can go away between the listing and the question.
    if (!getInfo(handle, info)) return undefined;
    const { rcMonitor, dwFlags = 0, szDevice = '' } = info;
    if (!rcMonitor) return undefined;
    const dpi = [usualDpi];
    return {
      device: szDevice,
      primary: (dwFlags & isPrimary) !== 0,
      area: areaOf(rcMonitor),
      scalePercent:
        getDpi(handle, effectiveDpi, dpi, [0]) === 0
          ? Math.round(((dpi[0] ?? usualDpi) * 100) / usualDpi)
          : 100,
    };
  };

  return {
    listMonitors: () => {
      const handles: Handle[] = [];
      const visit = (handle: Handle) => {
        handles.push(handle);
        return goOn;
      };
      if (!enumerate(null, null, visit, 0)) fail('EnumDisplayMonitors');
      return handles.flatMap((handle) => describe(handle) ?? []);
    },
    pointerAt: () => {
      const point: Partial<DevicePoint> = {};
      if (!getCursor(point)) fail('GetCursorPos');
      return { x: point.x ?? 0, y: point.y ?? 0 };
    },
  };
};
