// SPDX-License-Identifier: Apache-2.0
import type { ParticleRun } from "./run_file";

const FACES = ["lower x", "upper x", "lower y", "upper y", "lower z", "upper z"];

export function eventInWords(run: ParticleRun, event: number): string {
  const at = `t = ${run.times[event]!.toPrecision(12)}`;
  const first = run.firsts[event]!;
  const second = run.seconds[event]!;
  switch (run.kinds[event]) {
    case 0:
      return `${at}: particles ${first} and ${second} collide`;
    case 1:
      return second < 6
        ? `${at}: particle ${first} meets the ${FACES[second]} face of the box`
        : `${at}: particle ${first} meets wall ${second - 6}`;
    case 2:
      return `${at}: particle ${first} leaves by the ${FACES[second] ?? "?"} face and comes in at the other`;
    default:
      return `${at}: the entry of particle ${first} is renewed`;
  }
}

export function runRows(run: ParticleRun): [string, string][] {
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < run.events; ++i) ++counts[Math.min(run.kinds[i]!, 3)]!;
  const size = [...run.upper].map((x, i) => Number((x - run.lower[i]!).toPrecision(4))).join(" × ");
  const rows: [string, string][] = [
    ["box", `${size}${run.periodic.some(Boolean) ? ", periodic" : ""}`],
    ["collisions", `${counts[0]} of two particles, ${counts[1]} with walls`],
  ];
  if (counts[2]! > 0) rows.push(["crossings", `${counts[2]} of periodic faces`]);
  if (run.gravity.some((g) => g !== 0)) rows.push(["gravity", `(${[...run.gravity].join(", ")})`]);
  if (run.drag > 0) rows.push(["drag", String(run.drag)]);
  rows.push(["between events", "positions follow the formula of free flight; nothing is interpolated"]);
  return rows;
}
