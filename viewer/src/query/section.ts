// SPDX-License-Identifier: Apache-2.0
// The plane in which the gap is drawn: up is along the contact normal, and not downwards in the world.
import type { CarriedPoint } from "./carried_point";
import type { ViewContact } from "./model";
import { rotate } from "./pose";

const cross = (a: Float64Array, b: Float64Array): Float64Array =>
  Float64Array.of(
    a[1]! * b[2]! - a[2]! * b[1]!,
    a[2]! * b[0]! - a[0]! * b[2]!,
    a[0]! * b[1]! - a[1]! * b[0]!,
  );

const dot = (a: Float64Array, b: Float64Array): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;

function unit(a: Float64Array): Float64Array {
  const length = Math.hypot(...a);
  return a.map((x) => x / length);
}

/** Direction of an edge in the contact, in the world; null if the feature is no edge. */
function edgeDirection(point: CarriedPoint, vertices: number[]): Float64Array | null {
  if (vertices.length !== 2 || !point.body.geometry) return null;
  const from = point.vertex(vertices[0]!);
  const along = point.vertex(vertices[1]!).map((x, i) => x - from[i]!);
  rotate(point.pose.orientation, along, along);
  return along;
}

export class Section {
  readonly up: Float64Array;
  /** 1 if body b is above, -1 if body a is. */
  readonly side: 1 | -1;
  readonly right: Float64Array;
  private readonly through: Float64Array;
  private readonly corner = new Float64Array(9);
  private readonly turned = new Float64Array(3);

  /** Across an edge if one takes part, so that it shows as a corner. */
  constructor(contact: ViewContact, a: CarriedPoint, b: CarriedPoint) {
    this.side = contact.normal[2]! < 0 ? -1 : 1;
    this.up = unit(contact.normal).map((x) => this.side * x);
    const edge = edgeDirection(a, contact.featureA.vertices) ?? edgeDirection(b, contact.featureB.vertices);
    const across = edge ? cross(this.up, edge) : new Float64Array(3);
    const least = this.up.reduce((best, x, i) => (Math.abs(x) < Math.abs(this.up[best]!) ? i : best), 0);
    const axis = Float64Array.of(0, 0, 0);
    axis[least] = 1;
    this.right = unit(Math.hypot(...across) > 1e-9 ? across : cross(this.up, axis));
    this.through = cross(this.right, this.up);
  }

  /** Coordinates in the section of a vector of the world. */
  across(vector: Float64Array): number {
    return dot(this.right, vector);
  }
  along(vector: Float64Array): number {
    return dot(this.up, vector);
  }

  /**
   * Where the section cuts a triangle given relative to a carried point: x, y, x, y into `out`, relative to that point,
   * with the outside of the triangle on the left. False if it does not.
   */
  cut(triangles: Float64Array, first: number, point: CarriedPoint, out: Float64Array): boolean {
    let above = 0;
    for (let corner = 0; corner < 3; ++corner) {
      rotate(point.pose.orientation, triangles.subarray(first + 3 * corner, first + 3 * corner + 3), this.turned);
      this.corner[3 * corner] = this.across(this.turned);
      this.corner[3 * corner + 1] = this.along(this.turned);
      this.corner[3 * corner + 2] = dot(this.through, this.turned);
      if (this.corner[3 * corner + 2]! >= 0) ++above;
    }
    if (above === 0 || above === 3) return false;
    for (let corner = 0; corner < 3; ++corner) {
      const next = (corner + 1) % 3;
      const from = this.corner[3 * corner + 2]!;
      const to = this.corner[3 * next + 2]!;
      if (from >= 0 === to >= 0) continue;
      const s = from / (from - to);
      const place = from >= 0 ? 2 : 0;
      for (let i = 0; i < 2; ++i) {
        out[place + i] = this.corner[3 * corner + i]! + s * (this.corner[3 * next + i]! - this.corner[3 * corner + i]!);
      }
    }
    return true;
  }
}
