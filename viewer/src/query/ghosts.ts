// SPDX-License-Identifier: Apache-2.0
// Where a body has been: faint copies of it at equal steps of time.
import { InstancedMesh, Matrix4, MeshStandardMaterial, Object3D } from "three";

import { type DrawnBody, place } from "./drawn_body";
import { Pose } from "./pose";

const COPIES = 7;
/** Copies of more than this would cost more than they show. */
const MOST_TRIANGLES = 2_000_000;

export class Ghosts {
  readonly mesh: InstancedMesh;
  readonly material = new MeshStandardMaterial({ transparent: true, opacity: 0.13, depthWrite: false });

  /** At times from `start` on, evenly spaced, not including `end`. `total`: triangles of all bodies together. */
  constructor(drawn: DrawnBody, start: number, end: number, origin: Float64Array, total: number) {
    const moves = drawn.triangles > 0 && !drawn.deforms;
    const copies = moves ? Math.min(COPIES, Math.floor(MOST_TRIANGLES / total)) : 0;
    this.material.flatShading = drawn.material.flatShading;
    this.mesh = new InstancedMesh(drawn.geometry, this.material, copies);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1;
    const pose = new Pose();
    const at = new Object3D();
    for (let i = 0; i < copies; ++i) {
      drawn.body.motion.pose(start + ((end - start) * i) / copies, pose);
      place(at, pose, origin);
      at.updateMatrix();
      this.mesh.setMatrixAt(i, new Matrix4().copy(at.matrix));
    }
  }
}
