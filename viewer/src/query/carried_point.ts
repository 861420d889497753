// SPDX-License-Identifier: Apache-2.0
// The contact point of one body, carried along by it; and its triangles near there, relative to that point, so that
// differences of 1e-13 keep their digits.
import type { ViewBody, ViewFeature } from "./model";
import { VertexLinear } from "./motion";
import { Pose, rotate, rotateBack } from "./pose";
import { weightsOf } from "./weights";

export class CarriedPoint {
  /** Where the point is now, in the world, and how the body is turned. */
  readonly point = new Float64Array(3);
  readonly pose = new Pose();
  private readonly local = new Float64Array(3);
  private readonly localNormal = new Float64Array(3);
  /** How fast the point moves in a body that deforms. */
  private readonly velocity = new Float64Array(3);
  private near: NearTriangles | null = null;
  private sinceContact = 0;

  /** `point` in world coordinates at time `at`, on `feature`; `normal` there points out of the body. */
  constructor(
    readonly body: ViewBody,
    point: Float64Array,
    normal: Float64Array,
    feature: ViewFeature,
    private readonly at: number,
  ) {
    body.motion.pose(at, this.pose);
    for (let i = 0; i < 3; ++i) this.local[i] = point[i]! - this.pose.position[i]!;
    rotateBack(this.pose.orientation, this.local, this.local);
    rotateBack(this.pose.orientation, normal, this.localNormal);
    if (body.motion instanceof VertexLinear) {
      const weights = weightsOf(this.local, feature.vertices.map((v) => this.vertex(v)));
      feature.vertices.forEach((v, k) => {
        for (let i = 0; i < 3; ++i) this.velocity[i]! += weights[k]! * this.rate(3 * v + i);
      });
    }
    this.setTime(at);
  }

  setTime(time: number): void {
    this.sinceContact = time - this.at;
    this.body.motion.pose(time, this.pose);
    rotate(this.pose.orientation, this.local, this.point);
    for (let i = 0; i < 3; ++i) this.point[i]! += this.pose.position[i]! + this.sinceContact * this.velocity[i]!;
  }

  /** A vertex at the contact, in the body's frame. */
  vertex(v: number): Float64Array {
    const start = this.body.geometry!.vertices.subarray(3 * v, 3 * v + 3);
    return start.map((x, i) => x + this.at * this.rate(3 * v + i));
  }

  /** How fast a coordinate of the vertices changes in the body's frame. */
  private rate(coordinate: number): number {
    const { motion, geometry } = this.body;
    return motion instanceof VertexLinear ? motion.end[coordinate]! - geometry!.vertices[coordinate]! : 0;
  }

  /** The surface's normal at the point, now. */
  normal(out: Float64Array): void {
    rotate(this.pose.orientation, this.localNormal, out);
  }

  /**
   * Triangles that may have a part within `distance` of the point, nine numbers each, relative to it and in the body's
   * frame. At most so many as can be drawn in no time, the nearest (in a body that deforms: at the contact).
   */
  trianglesWithin(distance: number): Float64Array {
    const { triangles } = this.body.geometry!;
    const place = (t: number, i: number) => 3 * triangles[3 * t + Math.floor(i / 3)]! + (i % 3);
    const { vertices } = this.body.geometry!;
    const corner = (t: number, i: number) => {
      const at = place(t, i);
      return vertices[at]! + this.at * this.rate(at) - this.local[i % 3]!;
    };
    const rate = (t: number, i: number) => this.rate(place(t, i)) - this.velocity[i % 3]!;
    this.near ??= new NearTriangles(triangles.length / 3, corner, this.body.motion instanceof VertexLinear ? rate : null);
    return this.near.within(distance, this.sinceContact);
  }
}

const MOST_NEAR = 20_000;

/** A coordinate of a triangle's corners, the nine of them in a row. */
type Coordinate = (triangle: number, i: number) => number;

/** The triangles nearest to a point, nearest first. */
class NearTriangles {
  private readonly distances: Float64Array;
  private readonly corners: Float64Array;
  private readonly rates: Float64Array | null;
  private readonly moved: Float64Array;

  /** Corners relative to the point at the contact, and how fast they move relative to it, if they do. */
  constructor(count: number, corner: Coordinate, rate: Coordinate | null) {
    const all = new Float64Array(count);
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
    const laidOut = (of: Coordinate) => Float64Array.from({ length: 9 * chosen.length }, (_, k) => of(chosen[Math.floor(k / 9)]!, k % 9));
    this.corners = laidOut(corner);
    this.rates = rate && laidOut(rate);
    this.moved = rate ? this.corners.slice() : this.corners;
  }

  within(distance: number, sinceContact: number): Float64Array {
    let [low, high] = [0, this.distances.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.distances[middle]! <= distance) low = middle + 1;
      else high = middle;
    }
    if (this.rates) for (let i = 0; i < 9 * low; ++i) this.moved[i] = this.corners[i]! + sinceContact * this.rates[i]!;
    return this.moved.subarray(0, 9 * low);
  }
}
