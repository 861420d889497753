// SPDX-License-Identifier: Apache-2.0
// The contact point of one body, carried along by it; and its triangles near there, relative to that point, so that
// differences of 1e-13 keep their digits.
import type { Geometry, ViewBody } from "./model";
import { Pose, rotate, rotateBack } from "./pose";

export class CarriedPoint {
  /** Where the point is now, in the world, and how the body is turned. */
  readonly point = new Float64Array(3);
  readonly pose = new Pose();
  private readonly local = new Float64Array(3);
  private readonly localNormal = new Float64Array(3);
  private near: NearTriangles | null = null;

  /** `point` in world coordinates at time `at`; `normal` there points out of the body. */
  constructor(
    readonly body: ViewBody,
    point: Float64Array,
    normal: Float64Array,
    at: number,
  ) {
    body.motion.pose(at, this.pose);
    for (let i = 0; i < 3; ++i) this.local[i] = point[i]! - this.pose.position[i]!;
    rotateBack(this.pose.orientation, this.local, this.local);
    rotateBack(this.pose.orientation, normal, this.localNormal);
    this.setTime(at);
  }

  setTime(time: number): void {
    this.body.motion.pose(time, this.pose);
    rotate(this.pose.orientation, this.local, this.point);
    for (let i = 0; i < 3; ++i) this.point[i]! += this.pose.position[i]!;
  }

  /** The surface's normal at the point, now. */
  normal(out: Float64Array): void {
    rotate(this.pose.orientation, this.localNormal, out);
  }

  /**
   * Triangles that may have a part within `distance` of the point, nine numbers each, relative to it and in the body's
   * frame. At most so many as can be drawn in no time, the nearest.
   */
  trianglesWithin(distance: number): Float64Array {
    this.near ??= new NearTriangles(this.body.geometry!, this.local);
    return this.near.within(distance);
  }
}

const MOST_NEAR = 20_000;

/** The triangles nearest to a point, nearest first. */
class NearTriangles {
  private readonly distances: Float64Array;
  private readonly corners: Float64Array;

  constructor({ vertices, triangles }: Geometry, point: Float64Array) {
    const all = new Float64Array(triangles.length / 3);
    const corner = (t: number, i: number) => vertices[3 * triangles[3 * t + Math.floor(i / 3)]! + (i % 3)]! - point[i % 3]!;
    for (let t = 0; t < all.length; ++t) {
      for (let axis = 0; axis < 3; ++axis) {
        const [a, b, c] = [corner(t, axis), corner(t, axis + 3), corner(t, axis + 6)];
        all[t] = Math.max(all[t]!, Math.min(a, b, c), -Math.max(a, b, c));
      }
    }
    const farthest = all.length > MOST_NEAR ? all.slice().sort()[MOST_NEAR - 1]! : Infinity;
    const chosen: number[] = [];
    for (let t = 0; t < all.length; ++t) if (all[t]! <= farthest && chosen.length < MOST_NEAR) chosen.push(t);
    chosen.sort((s, t) => all[s]! - all[t]!);
    this.distances = Float64Array.from(chosen, (t) => all[t]!);
    this.corners = new Float64Array(9 * chosen.length);
    chosen.forEach((t, place) => {
      for (let i = 0; i < 9; ++i) this.corners[9 * place + i] = corner(t, i);
    });
  }

  within(distance: number): Float64Array {
    let [low, high] = [0, this.distances.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.distances[middle]! <= distance) low = middle + 1;
      else high = middle;
    }
    return this.corners.subarray(0, 9 * low);
  }
}
