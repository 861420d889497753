// SPDX-License-Identifier: Apache-2.0
// The motions of a view file (docs/formats.md), evaluated in doubles at any time.
import { Field } from "../data/field";
import { between, type Pose, rotate, turned } from "./pose";

export interface Motion {
  /** Where the body is at a time. */
  pose(time: number, out: Pose): void;
  /** Is it drawn between samples, or from its own formula? */
  readonly sampled: boolean;
}

/** Constant acceleration of the origin, constant angular velocity; exact at the epoch. */
class Rates implements Motion {
  readonly sampled = false;
  private readonly epoch: number;
  private readonly position: Float64Array;
  private readonly orientation: Float64Array;
  private readonly velocity: Float64Array;
  private readonly acceleration: Float64Array;
  private readonly angularVelocity: Float64Array;

  constructor(field: Field) {
    this.epoch = field.at("epoch").number();
    this.position = field.at("position").doubles(3);
    this.orientation = field.at("orientation").doubles(4);
    this.velocity = field.at("velocity").doubles(3);
    this.acceleration = field.at("acceleration").doubles(3);
    this.angularVelocity = field.at("angular_velocity").doubles(3);
  }

  pose(time: number, out: Pose): void {
    const dt = time - this.epoch;
    for (let i = 0; i < 3; ++i) {
      out.position[i] = this.position[i]! + dt * (this.velocity[i]! + (dt / 2) * this.acceleration[i]!);
    }
    turned(this.orientation, this.angularVelocity, dt, out.orientation);
  }
}

/** A screw: turns about a fixed line while advancing along it. */
class Screw implements Motion {
  readonly sampled = false;
  private readonly epoch: number;
  private readonly fromAxis: Float64Array;
  private readonly orientation: Float64Array;
  private readonly axisPoint: Float64Array;
  private readonly advance: Float64Array;
  private readonly angularVelocity: Float64Array;
  private readonly turn = new Float64Array(4);

  constructor(field: Field) {
    this.epoch = field.at("epoch").number();
    this.orientation = field.at("orientation").doubles(4);
    this.axisPoint = field.at("axis_point").doubles(3);
    this.fromAxis = field.at("position").doubles(3).map((x, i) => x - this.axisPoint[i]!);
    this.advance = field.at("advance").doubles(3);
    this.angularVelocity = field.at("angular_velocity").doubles(3);
  }

  pose(time: number, out: Pose): void {
    const dt = time - this.epoch;
    turned(UNTURNED, this.angularVelocity, dt, this.turn);
    rotate(this.turn, this.fromAxis, out.position);
    for (let i = 0; i < 3; ++i) out.position[i]! += this.axisPoint[i]! + dt * this.advance[i]!;
    turned(this.orientation, this.angularVelocity, dt, out.orientation);
  }
}
const UNTURNED = new Float64Array([0, 0, 0, 1]);

/** One motion after another. */
class Pieces implements Motion {
  readonly sampled: boolean;
  private readonly parts: { until: number; motion: Motion }[];

  constructor(field: Field) {
    this.parts = field
      .at("pieces")
      .items()
      .map((piece) => ({ until: piece.at("until").numberOr(Infinity), motion: readMotion(piece.at("motion")) }));
    if (this.parts.length === 0) field.at("pieces").fail("at least one piece");
    this.sampled = this.parts.some((part) => part.motion.sampled);
  }

  pose(time: number, out: Pose): void {
    let i = 0;
    while (i + 1 < this.parts.length && time > this.parts[i]!.until) ++i;
    this.parts[i]!.motion.pose(time, out);
  }
}

/** Poses at given times; in between, straight and at a constant rate. For drawing only. */
class Samples implements Motion {
  readonly sampled = true;
  private readonly times: Float64Array;
  private readonly positions: Float64Array;
  private readonly orientations: Float64Array;

  constructor(field: Field) {
    this.times = field.at("times").doubles();
    if (this.times.length === 0) field.at("times").fail("at least one time");
    for (let i = 1; i < this.times.length; ++i) {
      if (!(this.times[i - 1]! < this.times[i]!)) field.at("times").fail("increasing times");
    }
    this.positions = field.at("positions").doubles(3 * this.times.length);
    this.orientations = field.at("orientations").doubles(4 * this.times.length);
  }

  pose(time: number, out: Pose): void {
    const last = this.times.length - 1;
    const after = Math.min(Math.max(this.firstAfter(time), 1), last);
    const before = Math.max(after - 1, 0);
    const length = this.times[after]! - this.times[before]!;
    const s = length > 0 ? Math.min(Math.max((time - this.times[before]!) / length, 0), 1) : 0;
    for (let i = 0; i < 3; ++i) {
      const from = this.positions[3 * before + i]!;
      out.position[i] = from + s * (this.positions[3 * after + i]! - from);
    }
    const p = this.orientations.subarray(4 * before, 4 * before + 4);
    const q = this.orientations.subarray(4 * after, 4 * after + 4);
    if (s === 0) out.orientation.set(p);
    else if (s === 1) out.orientation.set(q);
    else between(p, q, s, out.orientation);
  }

  private firstAfter(time: number): number {
    let low = 0;
    let high = this.times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle]! > time) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** A deforming mesh: its vertices move, its frame does not. */
export class VertexLinear implements Motion {
  readonly sampled = false;
  /** Where the vertices are at t = 1; the geometry has them at t = 0. */
  readonly end: Float64Array;

  constructor(field: Field) {
    this.end = field.at("end").doubles();
  }

  pose(_time: number, out: Pose): void {
    out.position.fill(0);
    out.orientation.set(UNTURNED);
  }
}

export function readMotion(field: Field): Motion {
  switch (field.at("type").oneOf(["rates", "screw", "pieces", "samples", "vertex_linear"])) {
    case "rates":
      return new Rates(field);
    case "screw":
      return new Screw(field);
    case "pieces":
      return new Pieces(field);
    case "samples":
      return new Samples(field);
    case "vertex_linear":
      return new VertexLinear(field);
  }
}
