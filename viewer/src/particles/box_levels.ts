// SPDX-License-Identifier: Apache-2.0
// One level of a tree of boxes over the particles, as the broad phase adaptive_bvh builds it: split at the median, by one
// axis after the other. Made anew for each picture, in memory that was set aside before.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, LineBasicMaterial, LineSegments } from "three";

export const DEEPEST = 10;
const NUMBERS_PER_BOX = 72;
/** The corners that the twelve edges of a box join; bit d set: the upper side along axis d. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];

export class BoxLevels {
  readonly lines: LineSegments;
  private readonly material = new LineBasicMaterial({ transparent: true, opacity: 0.8 });
  private readonly order: Uint32Array;
  private readonly corners = new Float32Array(2 ** DEEPEST * NUMBERS_PER_BOX);
  private readonly attribute = new BufferAttribute(this.corners, 3).setUsage(DynamicDrawUsage);
  private readonly box = new Float64Array(6);
  private boxes = 0;

  constructor(
    private readonly spheres: Float32Array,
    private readonly dimension: number,
  ) {
    this.order = Uint32Array.from({ length: spheres.length / 4 }, (_, i) => i);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", this.attribute);
    this.lines = new LineSegments(geometry, this.material);
    this.lines.frustumCulled = false;
    this.lines.visible = false;
  }

  paint(colour: number): void {
    this.material.color.set(colour);
  }

  /** Returns how many boxes there are on the level. */
  update(level: number): number {
    this.boxes = 0;
    this.split(0, this.order.length, 0, level);
    this.attribute.needsUpdate = true;
    this.lines.geometry.setDrawRange(0, (this.boxes * NUMBERS_PER_BOX) / 3);
    return this.boxes;
  }

  private split(from: number, to: number, depth: number, level: number): void {
    if (depth === level || to - from === 1) {
      this.addBox(from, to);
      return;
    }
    const middle = (from + to) >> 1;
    this.select(from, to - 1, middle, depth % this.dimension);
    this.split(from, middle, depth + 1, level);
    this.split(middle, to, depth + 1, level);
  }

  /** Hoare's selection: those before `wanted` are not above it along the axis, those after not below. */
  private select(low: number, high: number, wanted: number, axis: number): void {
    const { order, spheres } = this;
    while (low < high) {
      const pivot = spheres[4 * order[(low + high) >> 1]! + axis]!;
      let i = low;
      let j = high;
      while (i <= j) {
        while (spheres[4 * order[i]! + axis]! < pivot) ++i;
        while (spheres[4 * order[j]! + axis]! > pivot) --j;
        if (i > j) break;
        const other = order[i]!;
        order[i++] = order[j]!;
        order[j--] = other;
      }
      if (wanted <= j) high = j;
      else if (wanted >= i) low = i;
      else return;
    }
  }

  private addBox(from: number, to: number): void {
    const { box, spheres } = this;
    box.fill(Infinity, 0, 3).fill(-Infinity, 3);
    for (let k = from; k < to; ++k) {
      const at = 4 * this.order[k]!;
      for (let d = 0; d < 3; ++d) {
        const radius = d < this.dimension ? spheres[at + 3]! : 0;
        box[d] = Math.min(box[d]!, spheres[at + d]! - radius);
        box[3 + d] = Math.max(box[3 + d]!, spheres[at + d]! + radius);
      }
    }
    let place = this.boxes++ * NUMBERS_PER_BOX;
    for (let end = 0; end < EDGES.length; ++end) {
      for (let d = 0; d < 3; ++d) this.corners[place++] = box[(EDGES[end]! >> d) & 1 ? 3 + d : d]!;
    }
  }
}
