// SPDX-License-Identifier: Apache-2.0
// A view file (docs/formats.md), checked and ready to draw.
import { Field } from "../data/field";
import { ViewError } from "../data/view_error";
import { type Motion, readMotion, VertexLinear } from "./motion";

export const VERDICTS = ["free", "impact", "initial_contact", "undecided", "unsupported"] as const;
export const GUARANTEES = ["proved", "conservative", "sampled", "none"] as const;

export interface Geometry {
  vertices: Float64Array;
  triangles: Uint32Array;
  /** Are the triangles the body, or do they only stand for something curved? */
  exact: boolean;
}

export interface HalfSpace {
  normal: Float64Array;
  offset: number;
}

/** One level of a hierarchy: x y z radius for each sphere, or x y z and three half lengths for each box. */
export interface Levels {
  spheres: Float64Array[];
  boxes: Float64Array[];
}

export interface ViewBody {
  name: string;
  shape: string;
  geometry: Geometry | null;
  halfSpace: HalfSpace | null;
  motion: Motion;
  levels: Levels;
}

export interface ViewFeature {
  kind: "vertex" | "edge" | "face" | "surface";
  index: number;
  vertices: number[];
}

export interface ViewContact {
  pointA: Float64Array;
  pointB: Float64Array;
  normal: Float64Array;
  featureA: ViewFeature;
  featureB: ViewFeature;
  approachSpeed: number | null;
}

export interface ViewAnswer {
  verdict: (typeof VERDICTS)[number];
  guarantee: (typeof GUARANTEES)[number];
  bracket: [number, number];
  separation: number | null;
  tolerance: number | null;
  contact: ViewContact | null;
  patch: ViewContact[];
  stats: [string, number][];
}

export interface QueryModel {
  title: string;
  madeBy: string;
  window: [number, number];
  separation: number;
  solver: string;
  bodies: ViewBody[];
  /** Which two bodies the answer is about; null: about all of them. */
  pair: [number, number] | null;
  answer: ViewAnswer;
  events: ViewEvent[];
}

/** Something to find on the time line, beside the answer. */
export interface ViewEvent {
  time: number;
  label: string;
  point: Float64Array | null;
}

const VERSION = 1;

export function readQuery(document: unknown): QueryModel {
  const root = new Field(document, "");
  checkVersion(root.at("graze_view"));
  const bodies: ViewBody[] = [];
  for (const body of root.at("bodies").items()) bodies.push(readBody(body, bodies));
  const query = root.at("query");
  return {
    title: root.at("title").string(),
    madeBy: root.at("made_by").string(),
    window: readInterval(query.at("window")),
    separation: query.at("separation").number(),
    solver: query.at("solver").string(),
    bodies,
    pair: root.at("pair").isThere ? readPair(root.at("pair"), bodies.length) : null,
    answer: readAnswer(root.at("answer")),
    events: root.at("events").isThere ? root.at("events").items().map(readEvent) : [],
  };
}

function checkVersion(field: Field): void {
  const version = field.number();
  if (version === VERSION) return;
  throw new ViewError(
    version > VERSION
      ? `This file has version ${version} of the view format; this page knows version ${VERSION}. A newer graze shows it.`
      : `graze_view: expected ${VERSION}, got ${version}`,
  );
}

function readInterval(field: Field): [number, number] {
  const ends = field.doubles(2);
  return [ends[0]!, ends[1]!];
}

function readPair(field: Field, bodies: number): [number, number] {
  const pair = field.doubles(2);
  if (!pair.every((i) => Number.isInteger(i) && i >= 0 && i < bodies)) field.fail("the numbers of two bodies");
  return [pair[0]!, pair[1]!];
}

function readBody(field: Field, earlier: ViewBody[]): ViewBody {
  const { geometry, halfSpace, levels } = readShape(field, earlier);
  const motion = readMotion(field.at("motion"));
  if (motion instanceof VertexLinear && motion.end.length !== geometry?.vertices.length) {
    field.at("motion").at("end").fail("as many vertices as the geometry has");
  }
  return { name: field.at("name").string(), shape: field.at("shape").string(), geometry, halfSpace, motion, levels };
}

/** Of its own, or that of an earlier body. */
function readShape(field: Field, earlier: ViewBody[]): Pick<ViewBody, "geometry" | "halfSpace" | "levels"> {
  const like = field.at("like");
  if (like.isThere) return earlier[like.number()] ?? like.fail("the number of an earlier body");
  const geometry = field.at("geometry");
  const halfSpace = field.at("half_space");
  if (!geometry.isThere && !halfSpace.isThere) field.fail("geometry, half_space or like");
  return {
    geometry: geometry.isThere ? readGeometry(geometry) : null,
    halfSpace: halfSpace.isThere
      ? { normal: halfSpace.at("normal").doubles(3), offset: halfSpace.at("offset").number() }
      : null,
    levels: readLevels(field.at("levels")),
  };
}

function readEvent(field: Field): ViewEvent {
  const point = field.at("point");
  return {
    time: field.at("time").number(),
    label: field.at("label").string(),
    point: point.isThere ? point.doubles(3) : null,
  };
}

function readGeometry(field: Field): Geometry {
  const vertices = field.at("vertices").doubles();
  const triangles = field.at("triangles").indices();
  const count = vertices.length / 3;
  if (!Number.isInteger(count)) field.at("vertices").fail("three numbers for each vertex");
  if (triangles.length % 3 !== 0) field.at("triangles").fail("three vertices for each triangle");
  if (triangles.some((v) => v >= count)) field.at("triangles").fail(`vertices below ${count}`);
  return { vertices, triangles, exact: field.at("exact").value === true };
}

function readLevels(field: Field): Levels {
  if (!field.isThere) return { spheres: [], boxes: [] };
  const read = (name: string, size: number) =>
    field
      .at(name)
      .items()
      .map((level) => {
        const numbers = level.doubles();
        return numbers.length % size === 0 ? numbers : level.fail(`${size} numbers for each of ${name}`);
      });
  return { spheres: read("spheres", 4), boxes: read("boxes", 6) };
}

function readAnswer(field: Field): ViewAnswer {
  const contact = field.at("contact");
  const patch = field.at("patch");
  return {
    verdict: field.at("verdict").oneOf(VERDICTS),
    guarantee: field.at("guarantee").oneOf(GUARANTEES),
    bracket: readInterval(field.at("bracket")),
    separation: field.at("separation").isThere ? field.at("separation").number() : null,
    tolerance: field.at("tolerance").isThere ? field.at("tolerance").number() : null,
    contact: contact.isThere ? readContact(contact) : null,
    patch: patch.isThere ? patch.items().map(readContact) : [],
    stats: Object.entries(field.at("stats").value ?? {}).filter((entry) => typeof entry[1] === "number"),
  };
}

function readContact(field: Field): ViewContact {
  return {
    pointA: field.at("point_a").doubles(3),
    pointB: field.at("point_b").doubles(3),
    normal: field.at("normal").doubles(3),
    featureA: readFeature(field.at("feature_a")),
    featureB: readFeature(field.at("feature_b")),
    approachSpeed: field.at("approach_speed").isThere ? field.at("approach_speed").number() : null,
  };
}

function readFeature(field: Field): ViewFeature {
  const kind = field.at("kind").oneOf(["vertex", "edge", "face", "surface"] as const);
  if (kind === "surface") return { kind, index: 0, vertices: [] };
  return { kind, index: field.at("index").number(), vertices: [...field.at("vertices").doubles()] };
}
