// SPDX-License-Identifier: Apache-2.0
// A body in the picture. Poses are doubles; what the graphics card gets is relative to the picture's origin.
import {
  BufferAttribute, BufferGeometry, DoubleSide, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh,
  MeshStandardMaterial, PlaneGeometry, Quaternion, Vector3,
} from "three";
import { toCreasedNormals } from "three/addons/utils/BufferGeometryUtils.js";

import { type Geometry, type HalfSpace, type ViewBody } from "./model";
import { VertexLinear } from "./motion";
import { Pose } from "./pose";

/** Edges flatter than this (radians) are shaded smooth, and not drawn as lines. */
const CREASE = 0.6;
const MOST_TRIANGLES_WITH_SMOOTH_SHADING = 250_000;
const MOST_TRIANGLES_WITH_LINES = 20_000;

export class DrawnBody {
  readonly group = new Group();
  readonly geometry: BufferGeometry;
  readonly material: MeshStandardMaterial;
  readonly lines: LineSegments | null;
  readonly pose = new Pose();
  /** Largest distance of a vertex from the body's origin; 0 for a half-space. */
  readonly radius: number;

  constructor(
    readonly body: ViewBody,
    private readonly origin: Float64Array,
    wallSize: number,
  ) {
    const { geometry } = body;
    this.radius = geometry ? reach(geometry.vertices) : 0;
    this.geometry = geometry ? triangles(geometry, this.deforms) : new BufferGeometry();
    this.material = new MeshStandardMaterial({
      roughness: 0.55, metalness: 0.05, side: DoubleSide, flatShading: !this.geometry.hasAttribute("normal"),
    });
    this.lines = geometry && !this.deforms ? edgeLines(geometry) : null;
    if (this.lines) this.group.add(this.lines);
    if (geometry) {
      const mesh = new Mesh(this.geometry, this.material);
      mesh.frustumCulled = !this.deforms;
      this.group.add(mesh);
    } else if (body.halfSpace) {
      this.group.add(wall(body.halfSpace, wallSize, this.material));
    }
  }

  get deforms(): boolean {
    return this.body.motion instanceof VertexLinear;
  }

  get triangles(): number {
    return (this.body.geometry?.triangles.length ?? 0) / 3;
  }

  setTime(time: number): void {
    this.body.motion.pose(time, this.pose);
    place(this.group, this.pose, this.origin);
    if (this.body.motion instanceof VertexLinear) this.deform(this.body.motion, time);
  }

  /** The pose as drawn, in world coordinates: the sixteen entries of the matrix, column by column. */
  drawnMatrix(): number[] {
    this.group.updateMatrixWorld(true);
    const entries = [...this.group.matrixWorld.elements];
    for (let i = 0; i < 3; ++i) entries[12 + i]! += this.origin[i]!;
    return entries;
  }

  private deform(motion: VertexLinear, time: number): void {
    const start = this.body.geometry!.vertices;
    const attribute = this.geometry.getAttribute("position") as BufferAttribute;
    const { array } = attribute;
    for (let i = 0; i < start.length; ++i) {
      array[i] = start[i]! + time * (motion.end[i]! - start[i]!) - this.origin[i % 3]!;
    }
    attribute.needsUpdate = true;
    this.group.position.set(0, 0, 0);
  }
}

export function place(object: { position: Vector3; quaternion: Quaternion }, pose: Pose, origin: Float64Array): void {
  const { position: p, orientation: q } = pose;
  object.position.set(p[0]! - origin[0]!, p[1]! - origin[1]!, p[2]! - origin[2]!);
  object.quaternion.set(q[0]!, q[1]!, q[2]!, q[3]!);
}

function reach(vertices: Float64Array): number {
  let most = 0;
  for (let i = 0; i < vertices.length; i += 3) {
    most = Math.max(most, vertices[i]! ** 2 + vertices[i + 1]! ** 2 + vertices[i + 2]! ** 2);
  }
  return Math.sqrt(most);
}

function triangles(geometry: Geometry, deforms: boolean): BufferGeometry {
  const result = new BufferGeometry();
  result.setAttribute("position", new BufferAttribute(Float32Array.from(geometry.vertices), 3));
  result.setIndex(new BufferAttribute(geometry.triangles, 1));
  const smooth = !deforms && geometry.triangles.length / 3 <= MOST_TRIANGLES_WITH_SMOOTH_SHADING;
  return smooth ? toCreasedNormals(result, CREASE) : result;
}

function edgeLines(geometry: Geometry): LineSegments | null {
  if (!geometry.exact || geometry.triangles.length / 3 > MOST_TRIANGLES_WITH_LINES) return null;
  const source = new BufferGeometry();
  source.setAttribute("position", new BufferAttribute(Float32Array.from(geometry.vertices), 3));
  source.setIndex(new BufferAttribute(geometry.triangles, 1));
  const lines = new EdgesGeometry(source, (CREASE * 180) / Math.PI);
  return new LineSegments(lines, new LineBasicMaterial({ transparent: true, opacity: 0.45 }));
}

/** The part of the plane near the scene. */
function wall(half: HalfSpace, size: number, material: MeshStandardMaterial): Mesh {
  const mesh = new Mesh(new PlaneGeometry(size, size), material);
  const normal = new Vector3(half.normal[0], half.normal[1], half.normal[2]);
  mesh.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), normal);
  mesh.position.copy(normal).multiplyScalar(half.offset);
  material.transparent = true;
  material.opacity = 0.55;
  material.depthWrite = false;
  return mesh;
}
