// SPDX-License-Identifier: Apache-2.0
// One level of a body's hierarchy: its spheres or boxes, in the body's frame.
import {
  BoxGeometry, type BufferGeometry, Group, InstancedMesh, Matrix4, MeshBasicMaterial, SphereGeometry,
} from "three";

import type { Levels } from "./model";

export type LevelKind = "none" | "spheres" | "boxes";

export class DrawnLevels {
  readonly group = new Group();
  private readonly fill = new MeshBasicMaterial({ transparent: true, opacity: 0.1, depthWrite: false });
  private readonly wire = new MeshBasicMaterial({ transparent: true, opacity: 0.3, depthWrite: false, wireframe: true });

  constructor(private readonly levels: Levels) {}

  static deepest(levels: Levels): number {
    return Math.max(levels.spheres.length, levels.boxes.length) - 1;
  }

  paint(colour: number): void {
    this.fill.color.set(colour);
    this.wire.color.set(colour);
  }

  /** Beyond the deepest level: the deepest. Returns how many volumes are drawn. */
  show(kind: LevelKind, level: number): number {
    for (const child of this.group.children) (child as InstancedMesh).dispose();
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
    this.add(new SphereGeometry(1, finer ? 24 : 12, finer ? 16 : 8), count, (i, matrix) => {
      const [x, y, z, r] = volumes.subarray(4 * i) as unknown as [number, number, number, number];
      matrix.makeScale(r, r, r).setPosition(x, y, z);
    });
    return count;
  }

  private addBoxes(volumes: Float64Array): number {
    const count = volumes.length / 6;
    this.add(new BoxGeometry(2, 2, 2), count, (i, matrix) => {
      const box = volumes.subarray(6 * i);
      matrix.makeScale(box[3]!, box[4]!, box[5]!).setPosition(box[0]!, box[1]!, box[2]!);
    });
    return count;
  }

  private add(shape: BufferGeometry, count: number, place: (i: number, matrix: Matrix4) => void): void {
    const matrix = new Matrix4();
    for (const material of [this.fill, this.wire]) {
      const mesh = new InstancedMesh(shape, material, count);
      for (let i = 0; i < count; ++i) {
        place(i, matrix);
        mesh.setMatrixAt(i, matrix);
      }
      mesh.frustumCulled = false;
      mesh.renderOrder = 1;
      this.group.add(mesh);
    }
  }
}
