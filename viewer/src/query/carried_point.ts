// SPDX-License-Identifier: Apache-2.0
// The contact point of one body, carried along by it; and its triangles near there, relative to that point, so that
// differences of 1e-13 keep their digits.
import type { ViewBody } from "./model";
import { Pose, rotate, rotateBack } from "./pose";

export class CarriedPoint {
  /** Where the point is now, in the world, and how the body is turned. */
  readonly point = new Float64Array(3);
  readonly pose = new Pose();
  private readonly local = new Float64Array(3);
  private readonly localNormal = new Float64Array(3);
  private near = new Float64Array(0);
  private nearWithin = 0;

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

  /** Triangles with a part within `distance` of the point, nine numbers each, relative to it and in the body's frame. */
  trianglesWithin(distance: number): Float64Array {
    // Kept until something much smaller or larger is asked for.
    if (distance <= this.nearWithin && distance > this.nearWithin / 8) return this.near;
    this.nearWithin = 2 * distance;
    const { vertices, triangles } = this.body.geometry!;
    const found: number[] = [];
    const corners = new Float64Array(9);
    for (let t = 0; t < triangles.length; t += 3) {
      for (let i = 0; i < 9; ++i) {
        corners[i] = vertices[3 * triangles[t + Math.floor(i / 3)]! + (i % 3)]! - this.local[i % 3]!;
      }
      if (mayReach(corners, this.nearWithin)) found.push(...corners);
    }
    this.near = Float64Array.from(found);
    return this.near;
  }
}

/** Can the triangle come within the distance of the origin? Its bounding box does. */
function mayReach(corners: Float64Array, distance: number): boolean {
  for (let axis = 0; axis < 3; ++axis) {
    const [a, b, c] = [corners[axis]!, corners[axis + 3]!, corners[axis + 6]!];
    if (Math.min(a, b, c) > distance || Math.max(a, b, c) < -distance) return false;
  }
  return true;
}
