// SPDX-License-Identifier: Apache-2.0
// The answer in words, as `graze toi` puts it.
import type { QueryModel, ViewAnswer, ViewFeature } from "./model";

/** Ten digits, as the command line prints times. */
export const digits = (value: number): string => String(Number(value.toPrecision(10)));

export const scientific = (value: number): string => (value === 0 ? "0" : Number(value.toPrecision(4)).toString());

/** The run of a world, rather than one answer. */
const isRun = (model: QueryModel): boolean => model.answer.verdict === "free" && model.events.length > 0;

export function verdictInWords(model: QueryModel): string {
  const { answer, separation } = model;
  if (isRun(model)) {
    const seconds = digits(model.window[1] - model.window[0]);
    return `A run of ${seconds} s with ${model.events.length} impacts: no two bodies ever intersect.`;
  }
  const bodies = wordForBodies(model);
  const apart = separation > 0 ? `further apart than ${separation}` : "apart";
  const touch = separation > 0 ? `come within ${separation} of each other` : "touch";
  switch (answer.verdict) {
    case "free":
      return answer.guarantee === "sampled"
        ? "Free, as far as seen: no contact at any instant looked at."
        : `Free: ${bodies} are ${apart} during the whole window.`;
    case "impact":
      return answer.guarantee === "sampled"
        ? `Impact: ${bodies} ${touch} after t = ${digits(answer.bracket[0])}, if not before.`
        : `Impact: ${bodies} first ${touch} at t = ${digits(answer.bracket[0])}.`;
    case "initial_contact":
      return `Initial contact: ${bodies} touch or overlap at the start of the window.`;
    case "undecided":
      return answer.bracket[0] > model.window[0]
        ? `Undecided: the budget ran out; the bodies are ${apart} at least until t = ${digits(answer.bracket[0])}.`
        : "Undecided: the budget ran out before anything was established.";
    case "unsupported":
      return "Unsupported: this solver does not take this pair of shapes and motions.";
  }
}

/** Of more than two, those the answer is about are named. */
function wordForBodies(model: QueryModel): string {
  const { bodies, pair } = model;
  return bodies.length > 2 && pair ? `${bodies[pair[0]]!.name} and ${bodies[pair[1]]!.name}` : "the bodies";
}

export function guaranteeInWords(answer: ViewAnswer): string {
  switch (answer.guarantee) {
    case "proved":
      return "proved: holds with floating-point rounding included";
    case "conservative":
      return "conservative: holds in exact arithmetic";
    case "sampled":
      return "sampled: may have missed a contact";
    case "none":
      return "none: nothing was established";
  }
}

export function featureInWords(feature: ViewFeature): string {
  switch (feature.kind) {
    case "vertex":
      return `vertex ${feature.index}`;
    case "edge":
      return `edge ${feature.vertices.join("–")}`;
    case "face":
      return `face ${feature.index} (${feature.vertices.join(", ")})`;
    case "surface":
      return "the surface";
  }
}

/** The rows of the table beside the picture. */
export function answerRows(model: QueryModel): [string, string][] {
  const { answer, bodies, pair } = model;
  const [a, b] = pair ? [bodies[pair[0]]!.name, bodies[pair[1]]!.name] : ["a body", "another"];
  const rows: [string, string][] = [
    ["guarantee", guaranteeInWords(answer)],
    ["window", `[${model.window[0]}, ${model.window[1]}]`],
  ];
  if (isRun(model)) {
    rows.push(["impacts", `${model.events.length}, marked on the time line`]);
    return rows;
  }
  rows.push(["bracket", `[${answer.bracket[0]}, ${answer.bracket[1]}], ${scientific(answer.bracket[1] - answer.bracket[0])} wide`]);
  if (answer.separation !== null && answer.tolerance !== null) {
    rows.push(["separation", `at most ${scientific(answer.separation)} at its start (tolerance ${scientific(answer.tolerance)})`]);
  }
  const contact = answer.contact;
  if (contact) {
    rows.push(
      ["contact", `${featureInWords(contact.featureA)} of ${a} with ${featureInWords(contact.featureB)} of ${b}`],
      ["at", `(${[...contact.pointA].map(digits).join(", ")})`],
      ["normal", `(${[...contact.normal].map(digits).join(", ")}) from ${a} to ${b}`],
    );
    if (contact.approachSpeed !== null) rows.push(["approach", `${digits(contact.approachSpeed)} along the normal`]);
  }
  if (answer.patch.length > 0) rows.push(["patch", `${answer.patch.length} pairs of features in contact`]);
  rows.push(["solver", model.solver]);
  const stats = new Map(answer.stats);
  rows.push([
    "effort",
    `${((stats.get("microseconds") ?? 0) / 1000).toFixed(3)} ms: ${stats.get("node_tests") ?? 0} node, ` +
      `${stats.get("leaf_tests") ?? 0} leaf, ${stats.get("feature_tests") ?? 0} feature tests`,
  ]);
  return rows;
}
