// SPDX-License-Identifier: Apache-2.0
// Where to look: the bodies at the time that counts, and their way there if it is not too long.
import { Vector3 } from "three";

import type { QueryModel, ViewBody } from "./model";
import { VertexLinear } from "./motion";
import { Pose, rotate } from "./pose";

/** The way to the contact is shown whole when it is at most this many times as long as the bodies are large. */
const LONGEST_WAY = 3;

export interface Framing {
  /** World coordinates that the picture has its origin at. */
  origin: Float64Array;
  /** Relative to the origin. */
  center: Vector3;
  radius: number;
  /** The radius of all bodies together, where it counts. */
  size: number;
}

/** The time the picture is about: the start of the bracket, and for a free flight the middle of the window. */
export function momentOf(model: QueryModel): number {
  const { verdict, bracket } = model.answer;
  return verdict === "free" || verdict === "unsupported" ? (model.window[0] + model.window[1]) / 2 : bracket[0];
}

export function frame(model: QueryModel): Framing {
  const moment = momentOf(model);
  const box = new Bounds();
  for (const body of model.bodies) box.addBody(body, moment);
  const contact = model.answer.contact;
  if (box.isEmpty && contact) box.add(contact.pointA);
  const origin = contact ? contact.pointA : box.center();
  const size = box.radius() || 1;
  const way = new Bounds(box);
  const start = model.window[0];
  for (const time of [start, (start + moment) / 2, ...(contact ? [] : [model.window[1]])]) {
    for (const body of model.bodies) way.addBody(body, time);
  }
  const shown = way.radius() <= LONGEST_WAY * size ? way : box;
  const middle = shown.center();
  return {
    origin,
    center: new Vector3(middle[0]! - origin[0]!, middle[1]! - origin[1]!, middle[2]! - origin[2]!),
    radius: Math.max(shown.radius(), size),
    size,
  };
}

class Bounds {
  private readonly low = new Float64Array(3).fill(Infinity);
  private readonly high = new Float64Array(3).fill(-Infinity);

  constructor(from?: Bounds) {
    if (!from) return;
    this.low.set(from.low);
    this.high.set(from.high);
  }

  get isEmpty(): boolean {
    return this.low[0]! > this.high[0]!;
  }

  add(point: Float64Array): void {
    for (let i = 0; i < 3; ++i) {
      this.low[i] = Math.min(this.low[i]!, point[i]!);
      this.high[i] = Math.max(this.high[i]!, point[i]!);
    }
  }

  addBody(body: ViewBody, time: number): void {
    if (!body.geometry) return;
    const { vertices } = body.geometry;
    const pose = new Pose();
    body.motion.pose(time, pose);
    const end = body.motion instanceof VertexLinear ? body.motion.end : null;
    const at = new Float64Array(3);
    const step = 3 * Math.max(1, Math.floor(vertices.length / 3 / 5000));
    for (let v = 0; v < vertices.length; v += step) {
      for (let i = 0; i < 3; ++i) at[i] = vertices[v + i]! + (end ? time * (end[v + i]! - vertices[v + i]!) : 0);
      rotate(pose.orientation, at, at);
      for (let i = 0; i < 3; ++i) at[i]! += pose.position[i]!;
      this.add(at);
    }
  }

  center(): Float64Array {
    return this.isEmpty ? new Float64Array(3) : this.low.map((x, i) => (x + this.high[i]!) / 2);
  }

  radius(): number {
    return this.isEmpty ? 0 : Math.hypot(...this.low.map((x, i) => (this.high[i]! - x) / 2));
  }
}
