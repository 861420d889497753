// SPDX-License-Identifier: Apache-2.0
// What the plot draws: one line or cloud of points for each group of rows, on common x values.
import type { Column } from "./model";

export interface PlotData {
  groups: string[];
  /** x first, then y for each group; null where a group has no point. */
  data: (number | null)[][];
}

type Point = { x: number; y: number; group: number };

/** The y values of each group in order, against the share of the group at or below them. */
export function distribution(y: Column, by: Column | null, positive: boolean): PlotData {
  const { groups, points } = collect(null, y, by, positive, false);
  const shares: Point[] = [];
  for (let group = 0; group < groups.length; ++group) {
    const values = points.filter((point) => point.group === group).sort((p, q) => p.y - q.y);
    values.forEach((point, i) => shares.push({ x: (i + 1) / values.length, y: point.y, group }));
  }
  return align(groups, shares);
}

export function scatter(x: Column, y: Column, by: Column | null, positiveX: boolean, positiveY: boolean): PlotData {
  const { groups, points } = collect(x, y, by, positiveY, positiveX);
  return align(groups, points);
}

/** Logarithmic axes take positive values only. */
function collect(x: Column | null, y: Column, by: Column | null, positiveY: boolean, positiveX: boolean) {
  const names = new Map<string, number>();
  const points: Point[] = [];
  y.cells.forEach((cell, row) => {
    const at = x ? x.cells[row] : row;
    if (typeof cell !== "number" || typeof at !== "number" || !Number.isFinite(cell) || !Number.isFinite(at)) return;
    if ((positiveY && cell <= 0) || (positiveX && at <= 0)) return;
    const name = by ? String(by.cells[row] ?? "") : y.name;
    if (!names.has(name)) names.set(name, names.size);
    points.push({ x: at, y: cell, group: names.get(name)! });
  });
  return { groups: [...names.keys()], points };
}

function align(groups: string[], points: Point[]): PlotData {
  points.sort((p, q) => p.x - q.x);
  const data: (number | null)[][] = [points.map((point) => point.x)];
  for (let group = 0; group < groups.length; ++group) {
    data.push(points.map((point) => (point.group === group ? point.y : null)));
  }
  return { groups, data };
}
