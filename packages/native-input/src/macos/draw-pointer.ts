import type { DeviceArea, DevicePoint } from '../desktop.ts';

export type PointerTarget = { readonly rgb: Uint8Array; readonly area: DeviceArea };

/** The usual arrow, its tip in the top left corner: `#` is its edge and `.` its inside. */
const arrow: readonly string[] = [
  '#',
  '##',
  '#.#',
  '#..#',
  '#...#',
  '#....#',
  '#.....#',
  '#......#',
  '#.......#',
  '#........#',
  '#.........#',
  '#......####',
  '#...#..#',
  '#..##..#',
  '#.#  #..#',
  '##   #..#',
  '#     #..#',
  '      #..#',
  '       ##',
];

const valueOf = (cell: string | undefined): number | undefined => {
  if (cell === '#') return 0;
  return cell === '.' ? 255 : undefined;
};

/**
 * Lays an arrow over a captured area, `scale` pixels for each of its cells. macOS leaves the pointer out of captures
 * and shows its true shape to AppKit programs only.
 */
export const drawPointer = (at: DevicePoint, scale: number, { rgb, area }: PointerTarget): void => {
  const rows = arrow.length * scale;
  for (let row = 0; row < rows; row += 1) {
    const cells = arrow[Math.floor(row / scale)] ?? '';
    const y = at.y - area.y + row;
    for (let column = 0; column < cells.length * scale; column += 1) {
      const x = at.x - area.x + column;
      const value = valueOf(cells[Math.floor(column / scale)]);
      const isInside = x >= 0 && y >= 0 && x < area.width && y < area.height;
      if (value === undefined || !isInside) continue;
      const start = (y * area.width + x) * 3;
      rgb.fill(value, start, start + 3);
    }
  }
};
