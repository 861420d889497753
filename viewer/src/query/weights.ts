// SPDX-License-Identifier: Apache-2.0

const minus = (a: Float64Array, b: Float64Array): Float64Array => a.map((x, i) => x - b[i]!);
const dot = (a: Float64Array, b: Float64Array): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;

/** Weights, one in all, with which up to three corners make up the point of their vertex, edge or plane that is nearest. */
export function weightsOf(point: Float64Array, corners: Float64Array[]): number[] {
  const [first, second, third] = corners;
  if (!first) return [];
  if (!second) return [1];
  const along = minus(second, first);
  const from = minus(point, first);
  const across = third ? minus(third, first) : null;
  const [aa, ab, bb] = across ? [dot(along, along), dot(along, across), dot(across, across)] : [dot(along, along), 0, 1];
  const [pa, pb] = [dot(from, along), across ? dot(from, across) : 0];
  const determinant = aa * bb - ab * ab;
  if (!(determinant > 0)) return corners.map((_, i) => (i === 0 ? 1 : 0));
  const [s, t] = [(pa * bb - pb * ab) / determinant, (pb * aa - pa * ab) / determinant];
  return third ? [1 - s - t, s, t] : [1 - s, s];
}
