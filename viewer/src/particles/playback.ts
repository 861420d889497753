// SPDX-License-Identifier: Apache-2.0
// Where every particle is at any time, from its last entry in the log: exact between events, in both directions of time.
// After it is made, nothing is allocated.
import type { ParticleRun } from "./run_file";

const PAIR = 0;
/** A scale of speeds ends at this many times the usual one. */
const FAR_ABOVE = 2.5;

export class Playback {
  /** x, y, z and radius of each particle, for the graphics card. */
  readonly spheres: Float32Array;
  readonly speeds: Float32Array;
  /** The end of a scale for speeds: the highest in the file, unless that is far above the usual. */
  readonly scaleEnd: number;
  /** The entries of particle i are at starts[i] to starts[i + 1]: twice the event, and one more for its second particle. */
  private readonly starts: Uint32Array;
  private readonly entries: Uint32Array;
  /** One past the entry in force, as a position in `entries`; at the start, the initial state is. */
  private readonly cursors: Uint32Array;
  // The state in force of each particle, side by side, so that most pictures need no look into the log: position and
  // velocity, when they were so, and until when they hold.
  private readonly states: Float64Array;
  private readonly since: Float64Array;
  private readonly until: Float64Array;

  constructor(private readonly run: ParticleRun) {
    this.spheres = new Float32Array(4 * run.count);
    this.speeds = new Float32Array(run.count);
    this.starts = countEntries(run);
    this.entries = listEntries(run, this.starts);
    this.cursors = this.starts.slice(0, run.count);
    this.scaleEnd = Math.min(highestSpeed(run), FAR_ABOVE * usualSpeed(run)) || 1;
    this.states = new Float64Array(2 * run.dimension * run.count);
    this.since = new Float64Array(run.count);
    this.until = new Float64Array(run.count);
    for (let i = 0; i < run.count; ++i) {
      this.spheres[4 * i + 3] = run.radii[i]!;
      this.load(i);
    }
  }

  /** The last event at or before a time; -1 before the first. */
  eventAt(time: number): number {
    const { times } = this.run;
    let low = 0;
    let high = times.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (times[middle]! <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  setTime(time: number): void {
    for (let i = 0; i < this.run.count; ++i) {
      if (time < this.since[i]! || time >= this.until[i]!) this.find(i, time);
      this.fly(i, time - this.since[i]!);
    }
  }

  /** Goes to the last entry of the particle at or before the time. */
  private find(i: number, time: number): void {
    const { times } = this.run;
    let cursor = this.cursors[i]!;
    while (cursor > this.starts[i]! && times[this.entries[cursor - 1]! >>> 1]! > time) --cursor;
    while (cursor < this.starts[i + 1]! && times[this.entries[cursor]! >>> 1]! <= time) ++cursor;
    this.cursors[i] = cursor;
    this.load(i);
  }

  /** Copies the state in force. */
  private load(i: number): void {
    const { run, cursors, starts, entries } = this;
    const size = 2 * run.dimension;
    const cursor = cursors[i]!;
    const initial = cursor === starts[i];
    const entry = initial ? 0 : entries[cursor - 1]!;
    const from = initial ? run.initial : run.entries;
    const place = initial ? i * run.initialStride : (entry >>> 1) * run.entryStride + 3 + (entry & 1) * size;
    for (let k = 0; k < size; ++k) this.states[size * i + k] = from[place + k]!;
    this.since[i] = initial ? run.clocks[i]! : run.times[entry >>> 1]!;
    this.until[i] = cursor < starts[i + 1]! ? run.times[entries[cursor]! >>> 1]! : Infinity;
  }

  /** Position and velocity `dt` after the state in force, under gravity and drag. */
  private fly(i: number, dt: number): void {
    const { dimension, gravity, drag } = this.run;
    const place = 2 * dimension * i;
    // s is the time that a velocity counts for; decay what is left of it.
    const s = drag > 0 ? -Math.expm1(-drag * dt) / drag : dt;
    const decay = drag > 0 ? Math.exp(-drag * dt) : 1;
    let square = 0;
    for (let d = 0; d < dimension; ++d) {
      const velocity = this.states[place + dimension + d]!;
      const fall = drag > 0 ? (gravity[d]! * (dt - s)) / drag : (gravity[d]! * dt * dt) / 2;
      this.spheres[4 * i + d] = this.states[place + d]! + velocity * s + fall;
      const now = velocity * decay + gravity[d]! * s;
      square += now * now;
    }
    this.speeds[i] = Math.sqrt(square);
  }
}

/** Where the entries of each particle begin. */
function countEntries(run: ParticleRun): Uint32Array {
  const starts = new Uint32Array(run.count + 1);
  for (let e = 0; e < run.events; ++e) {
    ++starts[run.firsts[e]! + 1]!;
    if (run.kinds[e] === PAIR) ++starts[run.seconds[e]! + 1]!;
  }
  for (let i = 0; i < run.count; ++i) starts[i + 1]! += starts[i]!;
  return starts;
}

function listEntries(run: ParticleRun, starts: Uint32Array): Uint32Array {
  const entries = new Uint32Array(starts[run.count]!);
  const next = starts.slice();
  for (let e = 0; e < run.events; ++e) {
    entries[next[run.firsts[e]!]!++] = 2 * e;
    if (run.kinds[e] === PAIR) entries[next[run.seconds[e]!]!++] = 2 * e + 1;
  }
  return entries;
}

function speed(run: ParticleRun, numbers: Float64Array, at: number): number {
  let square = 0;
  for (let d = 0; d < run.dimension; ++d) square += numbers[at + d]! ** 2;
  return Math.sqrt(square);
}

/** Of all states in the file. */
function highestSpeed(run: ParticleRun): number {
  let most = 0;
  for (let i = 0; i < run.count; ++i) most = Math.max(most, speed(run, run.initial, i * run.initialStride + run.dimension));
  for (let e = 0; e < run.events; ++e) most = Math.max(most, speed(run, run.entries, e * run.entryStride + 3 + run.dimension));
  return most;
}

/** The mean of the first particles after events; of the initial state if there are none. */
function usualSpeed(run: ParticleRun): number {
  let sum = 0;
  for (let e = 0; e < run.events; ++e) sum += speed(run, run.entries, e * run.entryStride + 3 + run.dimension);
  if (run.events > 0) return sum / run.events;
  for (let i = 0; i < run.count; ++i) sum += speed(run, run.initial, i * run.initialStride + run.dimension);
  return sum / run.count;
}
