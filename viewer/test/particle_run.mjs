// SPDX-License-Identifier: Apache-2.0
// Makes particle runs (docs/formats.md) to look at: hard balls in a box, all pairs tried for each event. Written apart
// from the library, so that the two can be compared.
import zlib from "node:zlib";

const TICK_EXPONENT = -50;
const TICK = 2 ** TICK_EXPONENT;

/** Numbers that look random and are the same each time. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Particles on a lattice, with velocities of all directions. */
export function makeParticles(dimension, perSide, seed = 1) {
  const random = generator(seed);
  return Array.from({ length: perSide ** dimension }, (_, i) => ({
    clock: 0,
    r: Array.from({ length: dimension }, (_unused, d) => (Math.floor(i / perSide ** d) % perSide) + 0.5),
    v: Array.from({ length: dimension }, () => 2 * random() - 1),
    radius: 0.2 + 0.2 * random(),
  }));
}

/** Time until two balls in free flight touch, from now; Infinity if they do not. */
function pairTime(a, b, now) {
  const at = (p, d) => p.r[d] + p.v[d] * (now - p.clock);
  let [rr, rv, vv] = [0, 0, 0];
  for (let d = 0; d < a.r.length; ++d) {
    const [r, v] = [at(b, d) - at(a, d), b.v[d] - a.v[d]];
    rr += r * r;
    rv += r * v;
    vv += v * v;
  }
  const c = rr - (a.radius + b.radius) ** 2;
  const root = rv * rv - vv * c;
  return rv < 0 && root >= 0 ? Math.max(0, c / (-rv + Math.sqrt(root))) : Infinity;
}

function wallTime(p, d, size, now) {
  const at = p.r[d] + p.v[d] * (now - p.clock);
  if (p.v[d] === 0) return Infinity;
  return Math.max(0, p.v[d] > 0 ? (size - p.radius - at) / p.v[d] : (p.radius - at) / p.v[d]);
}

function nextEvent(particles, size, now) {
  let best = { dt: Infinity };
  particles.forEach((a, i) => {
    for (let d = 0; d < a.r.length; ++d) {
      const dt = wallTime(a, d, size, now);
      if (dt < best.dt) best = { dt, kind: 1, first: i, second: 2 * d + (a.v[d] > 0 ? 1 : 0) };
    }
    for (let j = i + 1; j < particles.length; ++j) {
      const dt = pairTime(a, particles[j], now);
      if (dt < best.dt) best = { dt, kind: 0, first: i, second: j };
    }
  });
  return best;
}

function moveTo(p, time) {
  p.r = p.r.map((x, d) => x + p.v[d] * (time - p.clock));
  p.clock = time;
}

/** Equal masses: the velocities along the line of the centres are exchanged. */
function handle(event, particles, time) {
  const a = particles[event.first];
  moveTo(a, time);
  if (event.kind === 1) {
    a.v[event.second >> 1] *= -1;
    return;
  }
  const b = particles[event.second];
  moveTo(b, time);
  const n = a.r.map((x, d) => (b.r[d] - x) / (a.radius + b.radius));
  const along = n.reduce((sum, x, d) => sum + x * (b.v[d] - a.v[d]), 0);
  n.forEach((x, d) => {
    a.v[d] += along * x;
    b.v[d] -= along * x;
  });
}

/** The bytes of a run until `end`, in a box from 0 to `size`. */
export function makeRun(particles, size, end) {
  const dimension = particles[0].r.length;
  const state = (time) => stateBytes(particles, dimension, size, time);
  const first = state(0);
  const events = [];
  for (let now = 0; ; ) {
    const event = nextEvent(particles, size, now);
    // Ticks are whole; so are times.
    now = Math.round((now + event.dt) / TICK) * TICK;
    if (!(now < end)) break;
    handle(event, particles, now);
    events.push(eventBytes(event, particles, dimension, now));
  }
  const head = Buffer.alloc(16);
  head.write("GRAZEPAR");
  head.writeUInt32LE(2, 8);
  const body = Buffer.concat([head, first, ...events]);
  const tail = Buffer.alloc(16);
  tail.writeBigUInt64LE(BigInt(events.length), 0);
  tail.writeBigUInt64LE(BigInt(body.length), 8);
  const whole = Buffer.concat([body, state(end), tail]);
  const close = Buffer.alloc(16);
  close.writeUInt32LE(checksum(whole), 0);
  close.writeUInt32LE(2, 4);
  close.write("GRAZEEND", 8);
  return Buffer.concat([whole, close]);
}

function stateBytes(particles, dimension, size, time) {
  const text = JSON.stringify({
    graze_particles: 1, dimension, box: { lower: Array(dimension).fill(0), upper: Array(dimension).fill(size) },
    tick_exponent: TICK_EXPONENT, epoch: "0", ticks: String(BigInt(Math.round(time / TICK))), totals: {},
  });
  const padded = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8));
  const head = Buffer.alloc(8);
  head.writeUInt32LE(padded.length, 0);
  head.writeUInt32LE(particles.length, 4);
  const rows = particles.map((p) => {
    const row = Buffer.alloc(40 + 24 * dimension);
    [...p.r, ...p.v, p.radius, 1].forEach((x, i) => row.writeDoubleLE(x, 8 * i));
    row.writeBigInt64LE(BigInt(Math.round(p.clock / TICK)), 8 * (2 * dimension + 2));
    return row;
  });
  return Buffer.concat([head, padded, ...rows]);
}

function eventBytes(event, particles, dimension, time) {
  const row = Buffer.alloc(24 + 32 * dimension);
  row.writeBigInt64LE(BigInt(Math.round(time / TICK)), 0);
  row.writeUInt8(event.kind, 12);
  row.writeUInt32LE(event.first, 16);
  row.writeUInt32LE(event.second, 20);
  const a = particles[event.first];
  const b = event.kind === 0 ? particles[event.second] : { r: [], v: [] };
  [...a.r, ...a.v, ...b.r, ...b.v].forEach((x, i) => row.writeDoubleLE(x, 24 + 8 * i));
  return row;
}

/** node:zlib has crc32 only from version 20.15 on. */
function checksum(bytes) {
  if (zlib.crc32) return zlib.crc32(bytes);
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; ++bit) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}
