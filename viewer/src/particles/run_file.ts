// SPDX-License-Identifier: Apache-2.0
// A particle run (docs/formats.md), read in place: the events stay the bytes they came as.
import { Field } from "../data/field";
import { ViewError } from "../data/view_error";
import { crc32 } from "./crc32";

const VERSION = 3;
const MAGIC = "GRAZEPAR";
const END = "GRAZEEND";
const HEAD = 16;
const TAIL = 32;
/** Whole numbers of ticks in an epoch. */
const EPOCH = 2 ** 60;

export type Wall =
  | { kind: "segment"; start: Float64Array; end: Float64Array }
  | { kind: "plane"; normal: Float64Array; offset: number }
  | { kind: "box"; lower: Float64Array; upper: Float64Array }
  | { kind: "sphere"; center: Float64Array; radius: number };

export interface ParticleRun {
  dimension: 2 | 3;
  lower: Float64Array;
  upper: Float64Array;
  periodic: boolean[];
  gravity: Float64Array;
  drag: number;
  walls: Wall[];
  count: number;
  start: number;
  end: number;
  /** Of each particle: position, velocity, radius, mass, and numbers of no use here. */
  initial: Float64Array;
  initialStride: number;
  radii: Float64Array;
  /** When each particle had its initial position. */
  clocks: Float64Array;
  events: number;
  times: Float64Array;
  kinds: Uint8Array;
  firsts: Uint32Array;
  seconds: Uint32Array;
  /** Of each event: three numbers of no use here, then position and velocity of the first particle and the second. */
  entries: Float64Array;
  entryStride: number;
}

export const isRun = (bytes: Uint8Array): boolean => textAt(bytes, 0) === MAGIC;

export function readRun(bytes: Uint8Array): ParticleRun {
  // Views of eight-byte numbers must begin at a multiple of eight.
  const whole = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
  checkFrame(whole, view);
  const first = readState(whole, view, HEAD);
  const events = Number(view.getBigUint64(whole.length - TAIL, true));
  const finalAt = Number(view.getBigUint64(whole.length - TAIL + 8, true));
  const { scene } = first;
  const dimension = scene.at("dimension").value === 2 ? 2 : 3;
  const entryBytes = 24 + 32 * dimension;
  const eventsAt = first.end;
  if (events > 0 && eventsAt + events * entryBytes !== finalAt) throw new ViewError("the run does not have the events it counts");
  const final = readState(whole, view, finalAt);
  const box = scene.at("box");
  const upper = box.at("upper").doubles(dimension);
  return {
    dimension,
    lower: vectorOr(box.at("lower"), dimension),
    upper,
    periodic: box.at("periodic").isThere ? box.at("periodic").items().map((item) => item.value === true) : [],
    gravity: vectorOr(scene.at("gravity"), dimension),
    drag: scene.at("drag").numberOr(0),
    walls: scene.at("walls").isThere ? scene.at("walls").items().map((wall) => readWall(wall, dimension)) : [],
    count: first.count,
    start: first.time,
    end: final.time,
    ...readParticles(whole, view, first, dimension),
    events,
    ...readEvents(whole, view, { at: eventsAt, count: events, bytes: entryBytes, tick: first.tick, particles: first.count }),
  };
}

function checkFrame(bytes: Uint8Array, view: DataView): void {
  const version = bytes.length >= HEAD ? view.getUint32(8, true) : VERSION;
  if (version !== VERSION) {
    const other = version > VERSION ? "A newer" : "An older";
    throw new ViewError(`this run has version ${version} of its format; this page knows version ${VERSION}. ${other} graze shows it.`);
  }
  if (bytes.length < HEAD + TAIL || textAt(bytes, bytes.length - 8) !== END) {
    throw new ViewError("the run is truncated: its end is missing");
  }
  if (crc32(bytes.subarray(0, bytes.length - 16)) !== view.getUint32(bytes.length - 16, true)) {
    throw new ViewError("the run is damaged: its checksum does not match");
  }
}

interface State {
  scene: Field;
  count: number;
  particlesAt: number;
  end: number;
  tick: number;
  time: number;
}

function readState(bytes: Uint8Array, view: DataView, at: number): State {
  if (at + 8 > bytes.length) throw new ViewError("the run does not hold the state it names");
  const length = view.getUint32(at, true);
  const count = view.getUint32(at + 4, true);
  const particlesAt = at + 8 + length;
  let text: unknown;
  try {
    text = JSON.parse(new TextDecoder().decode(bytes.subarray(at + 8, particlesAt)));
  } catch (error) {
    throw new ViewError(`malformed JSON in a state of the run: ${(error as Error).message}`);
  }
  const scene = new Field(text, "state");
  const dimension = scene.at("dimension").number();
  if (dimension !== 2 && dimension !== 3) scene.at("dimension").fail("2 or 3");
  const tick = 2 ** scene.at("tick_exponent").number();
  const end = particlesAt + count * (40 + 24 * dimension);
  if (end > bytes.length) throw new ViewError("the run does not have the particles it counts");
  const time = (Number(scene.at("epoch").string()) * EPOCH + Number(scene.at("ticks").string())) * tick;
  return { scene, count, particlesAt, end, tick, time };
}

function readParticles(bytes: Uint8Array, view: DataView, state: State, dimension: number) {
  const initialStride = 5 + 3 * dimension;
  const initial = new Float64Array(bytes.buffer, bytes.byteOffset + state.particlesAt, state.count * initialStride);
  const radii = new Float64Array(state.count);
  const clocks = new Float64Array(state.count);
  const epoch = Number(state.scene.at("epoch").string()) * EPOCH;
  for (let i = 0; i < state.count; ++i) {
    radii[i] = initial[i * initialStride + 2 * dimension]!;
    const ticks = view.getBigInt64(state.particlesAt + 8 * (i * initialStride + 2 * dimension + 2), true);
    clocks[i] = (epoch + Number(ticks)) * state.tick;
  }
  return { initial, initialStride, radii, clocks };
}

function readEvents(
  bytes: Uint8Array,
  view: DataView,
  from: { at: number; count: number; bytes: number; tick: number; particles: number },
) {
  const times = new Float64Array(from.count);
  const kinds = new Uint8Array(from.count);
  const firsts = new Uint32Array(from.count);
  const seconds = new Uint32Array(from.count);
  for (let i = 0, at = from.at; i < from.count; ++i, at += from.bytes) {
    times[i] = (view.getUint32(at + 8, true) * EPOCH + Number(view.getBigInt64(at, true))) * from.tick;
    kinds[i] = bytes[at + 12]!;
    firsts[i] = view.getUint32(at + 16, true);
    seconds[i] = view.getUint32(at + 20, true);
    const among = firsts[i]! < from.particles && (kinds[i] !== 0 || seconds[i]! < from.particles);
    if (!among) throw new ViewError(`event ${i} is of a particle that there is not`);
  }
  const entries = new Float64Array(bytes.buffer, bytes.byteOffset + from.at, (from.count * from.bytes) / 8);
  return { times, kinds, firsts, seconds, entries, entryStride: from.bytes / 8 };
}

function readWall(field: Field, dimension: number): Wall {
  const shape = (name: string) => (field.at(name).isThere ? field.at(name) : null);
  const segment = shape("segment");
  if (segment) return { kind: "segment", start: segment.at("start").doubles(dimension), end: segment.at("end").doubles(dimension) };
  const plane = shape("plane");
  if (plane) return { kind: "plane", normal: plane.at("normal").doubles(dimension), offset: plane.at("offset").numberOr(0) };
  const box = shape("box");
  if (box) return { kind: "box", lower: vectorOr(box.at("lower"), dimension), upper: box.at("upper").doubles(dimension) };
  const round = shape("circle") ?? shape("sphere");
  if (!round) field.fail("a segment, plane, box, circle or sphere");
  return { kind: "sphere", center: vectorOr(round.at("center"), dimension), radius: round.at("radius").number() };
}

const vectorOr = (field: Field, dimension: number): Float64Array =>
  field.isThere ? field.doubles(dimension) : new Float64Array(dimension);

const textAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 8));
