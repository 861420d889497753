// SPDX-License-Identifier: Apache-2.0
// One level of a body's hierarchy: its spheres or boxes, in the body's frame.
import {
  BoxGeometry, BufferGeometry, EdgesGeometry, Float32BufferAttribute, Group, InstancedMesh, LineBasicMaterial,
  LineSegments, type Material, Matrix4, MeshBasicMaterial, SphereGeometry, Vector3,
} from "three";

import type { Levels } from "./model";

export type LevelKind = "none" | "spheres" | "boxes";

export class DrawnLevels {
  readonly group = new Group();
  private readonly fill = new MeshBasicMaterial({ transparent: true, opacity: 0.1, depthWrite: false });
  private readonly wire = new MeshBasicMaterial({ transparent: true, opacity: 0.3, depthWrite: false, wireframe: true });
  private readonly edges = new LineBasicMaterial({ transparent: true, opacity: 0.6, depthWrite: false });

  constructor(private readonly levels: Levels) {}

  static deepest(levels: Levels): number {
    return Math.max(levels.spheres.length, levels.boxes.length) - 1;
  }

  paint(colour: number): void {
    this.fill.color.set(colour);
    this.wire.color.set(colour);
    this.edges.color.set(colour);
  }

  /** Beyond the deepest level: the deepest. Returns how many volumes are drawn. */
  show(kind: LevelKind, level: number): number {
    for (const child of this.group.children) (child as InstancedMesh | LineSegments).geometry.dispose();
    this.group.clear();
    if (kind === "none") return 0;
    const all = this.levels[kind];
    const volumes = all[Math.min(level, all.length - 1)];
    if (!volumes) return 0;
    return kind === "spheres" ? this.addSpheres(volumes) : this.addBoxes(volumes);
  }

  private addSpheres(volumes: Float64Array): number {
    const count = volumes.length / 4;
    const finer = count <= 64;
    const sphere = new SphereGeometry(1, finer ? 24 : 12, finer ? 16 : 8);
    const place = (i: number, matrix: Matrix4) => {
      const [x, y, z, r] = volumes.subarray(4 * i) as unknown as [number, number, number, number];
      matrix.makeScale(r, r, r).setPosition(x, y, z);
    };
    this.addCopies(sphere, this.fill, count, place);
    this.addCopies(sphere, this.wire, count, place);
    return count;
  }

  private addBoxes(volumes: Float64Array): number {
    const count = volumes.length / 6;
    const place = (i: number, matrix: Matrix4) => {
      const box = volumes.subarray(6 * i);
      matrix.makeScale(box[3]!, box[4]!, box[5]!).setPosition(box[0]!, box[1]!, box[2]!);
    };
    this.addCopies(new BoxGeometry(2, 2, 2), this.fill, count, place);
    this.addEdges(count, place);
    return count;
  }

  private addCopies(shape: BufferGeometry, material: Material, count: number, place: Place): void {
    const mesh = new InstancedMesh(shape, material, count);
    const matrix = new Matrix4();
    for (let i = 0; i < count; ++i) {
      place(i, matrix);
      mesh.setMatrixAt(i, matrix);
    }
    mesh.frustumCulled = false;
    mesh.renderOrder = 1;
    this.group.add(mesh);
  }

  /** The twelve edges of every box, as one set of lines. */
  private addEdges(count: number, place: Place): void {
    const ends = new EdgesGeometry(new BoxGeometry(2, 2, 2)).getAttribute("position");
    const numbers = new Float32Array(3 * ends.count * count);
    const matrix = new Matrix4();
    const point = new Vector3();
    for (let i = 0; i < count; ++i) {
      place(i, matrix);
      for (let k = 0; k < ends.count; ++k) {
        point.fromBufferAttribute(ends, k).applyMatrix4(matrix).toArray(numbers, 3 * (i * ends.count + k));
      }
    }
    const lines = new BufferGeometry();
    lines.setAttribute("position", new Float32BufferAttribute(numbers, 3));
    const drawn = new LineSegments(lines, this.edges);
    drawn.renderOrder = 1;
    this.group.add(drawn);
  }
}

/** Where the i-th volume is, as a matrix. */
type Place = (i: number, matrix: Matrix4) => void;
