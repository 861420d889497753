// SPDX-License-Identifier: Apache-2.0
// Hard balls in a box, all pairs tried for each event. Written apart from the library, so that the two can be compared:
// what the page draws of the program's run is held against this.

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

/** Equal masses: the velocities along the line of the centers are exchanged. */
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

/** Moves the particles to their last events before `end`, in a box from 0 to `size`; gives the time of the first. */
export function simulate(particles, size, end) {
  let first = Infinity;
  for (let now = 0; ; ) {
    const event = nextEvent(particles, size, now);
    now += event.dt;
    if (!(now < end)) return first;
    first = Math.min(first, now);
    handle(event, particles, now);
  }
}

/** The same particles as a scene for graze. */
export function sceneOf(particles, size) {
  const dimension = particles[0].r.length;
  return {
    graze_particles: 1, dimension, box: { upper: Array(dimension).fill(size) },
    particles: particles.map((p) => ({ position: p.r, velocity: p.v, radius: p.radius })),
  };
}
