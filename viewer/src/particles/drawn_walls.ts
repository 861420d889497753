// SPDX-License-Identifier: Apache-2.0
// The box the particles are in, and the fixed things in it, as lines.
import {
  BoxGeometry, BufferGeometry, CircleGeometry, EdgesGeometry, Float32BufferAttribute, Group, LineBasicMaterial,
  LineSegments, SphereGeometry, Vector3, WireframeGeometry,
} from "three";

import type { ParticleRun, Wall } from "./run_file";

export class DrawnWalls {
  readonly group = new Group();
  private readonly material = new LineBasicMaterial();
  private readonly faint = new LineBasicMaterial({ transparent: true, opacity: 0.35 });

  constructor(run: ParticleRun) {
    this.addBox(run.lower, run.upper);
    for (const wall of run.walls) this.addWall(wall, run);
  }

  paint(colour: number): void {
    this.material.color.set(colour);
    this.faint.color.set(colour);
  }

  private addWall(wall: Wall, run: ParticleRun): void {
    switch (wall.kind) {
      case "segment":
        return this.addLines([...point(wall.start), ...point(wall.end)]);
      case "box":
        return this.addBox(wall.lower, wall.upper);
      case "plane":
        return this.addPlane(wall.normal, wall.offset, run);
      case "sphere":
        return this.addSphere(wall.center, wall.radius, run.dimension);
    }
  }

  private addLines(numbers: number[]): void {
    const lines = new BufferGeometry();
    lines.setAttribute("position", new Float32BufferAttribute(numbers, 3));
    this.group.add(new LineSegments(lines, this.material));
  }

  private addBox(lower: Float64Array, upper: Float64Array): void {
    const [low, high] = [new Vector3(...point(lower)), new Vector3(...point(upper))];
    const size = high.clone().sub(low);
    const box = new LineSegments(new EdgesGeometry(new BoxGeometry(size.x, size.y, size.z)), this.material);
    box.position.copy(low).add(high).divideScalar(2);
    this.group.add(box);
  }

  /** The part of it near the box: a line in the plane, a square in space. */
  private addPlane(direction: Float64Array, offset: number, run: ParticleRun): void {
    const length = Math.hypot(...direction);
    const normal = new Vector3(...point(direction)).divideScalar(length);
    const middle = new Vector3(...point(run.lower)).add(new Vector3(...point(run.upper))).divideScalar(2);
    const at = middle.addScaledVector(normal, offset / length - middle.dot(normal));
    const reach = Math.hypot(...run.upper.map((x, i) => x - run.lower[i]!)) / 2;
    const across = new Vector3(-normal.y, normal.x, 0);
    if (across.lengthSq() < 1e-12) across.set(1, 0, 0);
    across.normalize().multiplyScalar(reach);
    const along = run.dimension === 3 ? normal.clone().cross(across) : new Vector3();
    const corners = [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([s, t]) =>
      at.clone().addScaledVector(across, s!).addScaledVector(along, t!));
    this.addLines(corners.flatMap((corner, i) => [...corner.toArray(), ...corners[(i + 1) % 4]!.toArray()]));
  }

  private addSphere(center: Float64Array, radius: number, dimension: number): void {
    const lines =
      dimension === 2
        ? new LineSegments(new EdgesGeometry(new CircleGeometry(radius, 96)), this.material)
        : new LineSegments(new WireframeGeometry(new SphereGeometry(radius, 24, 16)), this.faint);
    lines.position.set(...point(center));
    this.group.add(lines);
  }
}

const point = (v: Float64Array): [number, number, number] => [v[0]!, v[1]!, v[2] ?? 0];
