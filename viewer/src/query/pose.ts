// SPDX-License-Identifier: Apache-2.0
// Rigid poses in doubles. Quaternions are [x, y, z, w]. Results go into arguments: nothing is allocated per frame.

export class Pose {
  readonly position = new Float64Array(3);
  readonly orientation = new Float64Array([0, 0, 0, 1]);

  copy(from: Pose): void {
    this.position.set(from.position);
    this.orientation.set(from.orientation);
  }
}

type Vector = Float64Array | readonly number[];

/** out = q r q*, r turned by the orientation; `out` may be `r`. */
export function rotate(q: Float64Array, r: Vector, out: Float64Array): void {
  const [x, y, z, w] = q as unknown as [number, number, number, number];
  const [a, b, c] = r as unknown as [number, number, number];
  const s = 2 * (y * c - z * b);
  const t = 2 * (z * a - x * c);
  const u = 2 * (x * b - y * a);
  out[0] = a + w * s + y * u - z * t;
  out[1] = b + w * t + z * s - x * u;
  out[2] = c + w * u + x * t - y * s;
}

/** The same by the inverse orientation. */
export function rotateBack(q: Float64Array, r: Vector, out: Float64Array): void {
  conjugate.set([-q[0]!, -q[1]!, -q[2]!, q[3]!]);
  rotate(conjugate, r, out);
}
const conjugate = new Float64Array(4);

/** out = exp(angular velocity * dt) q: turned in the world frame at a constant rate. */
export function turned(q: Float64Array, angularVelocity: Float64Array, dt: number, out: Float64Array): void {
  const rate = Math.hypot(angularVelocity[0]!, angularVelocity[1]!, angularVelocity[2]!);
  const half = (rate * dt) / 2;
  const s = rate > 0 ? Math.sin(half) / rate : 0;
  multiply(angularVelocity[0]! * s, angularVelocity[1]! * s, angularVelocity[2]! * s, Math.cos(half), q, out);
}

function multiply(x: number, y: number, z: number, w: number, q: Float64Array, out: Float64Array): void {
  const [a, b, c, d] = q as unknown as [number, number, number, number];
  out[0] = w * a + x * d + y * c - z * b;
  out[1] = w * b - x * c + y * d + z * a;
  out[2] = w * c + x * b - y * a + z * d;
  out[3] = w * d - x * a - y * b - z * c;
}

/** out = the orientation at the fraction s of the way from p to q, the shorter way round, at a constant rate. */
export function between(p: Float64Array, q: Float64Array, s: number, out: Float64Array): void {
  let cosine = p[0]! * q[0]! + p[1]! * q[1]! + p[2]! * q[2]! + p[3]! * q[3]!;
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.min(1, sign * cosine);
  const angle = Math.acos(cosine);
  const near = angle < 1e-6;
  const from = near ? 1 - s : Math.sin((1 - s) * angle) / Math.sin(angle);
  const to = (near ? s : Math.sin(s * angle) / Math.sin(angle)) * sign;
  let length = 0;
  for (let i = 0; i < 4; ++i) {
    out[i] = from * p[i]! + to * q[i]!;
    length += out[i]! * out[i]!;
  }
  length = Math.sqrt(length);
  for (let i = 0; i < 4; ++i) out[i] = out[i]! / length;
}
