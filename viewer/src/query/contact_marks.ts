// SPDX-License-Identifier: Apache-2.0
// The contact: its point and normal, and the two features, drawn over everything so that they are seen between the
// bodies. Marks keep their size on the screen.
import {
  BufferGeometry, ConeGeometry, CylinderGeometry, DoubleSide, Float32BufferAttribute, Group, Mesh, MeshBasicMaterial,
  type Object3D, PerspectiveCamera, SphereGeometry, Vector3,
} from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";

import type { Palette } from "../ui/theme";
import type { Geometry, ViewContact, ViewFeature } from "./model";

/** Size of a mark as a part of its distance from the camera. */
const MARK = 0.0075;
const ARROW = 0.11;

const overlay = () => new MeshBasicMaterial({ depthTest: false, transparent: true, side: DoubleSide });

function dot(material: MeshBasicMaterial): Mesh {
  const mesh = new Mesh(new SphereGeometry(1, 16, 12), material);
  mesh.renderOrder = 4;
  return mesh;
}

/** Keeps objects at a constant size on the screen. */
export class ScreenSized {
  private readonly items: { object: Object3D; size: number }[] = [];
  private readonly at = new Vector3();

  add(object: Object3D, size: number): void {
    this.items.push({ object, size });
  }

  update(camera: PerspectiveCamera): void {
    for (const { object, size } of this.items) {
      object.getWorldPosition(this.at);
      object.scale.setScalar(size * this.at.distanceTo(camera.position));
    }
  }
}

/** A point, at rest. */
export class PointMark {
  readonly group = new Group();
  protected readonly material = overlay();

  constructor(at: Float64Array, origin: Float64Array, sized: ScreenSized) {
    const point = dot(this.material);
    sized.add(point, MARK);
    this.group.add(point);
    this.group.position.set(at[0]! - origin[0]!, at[1]! - origin[1]!, at[2]! - origin[2]!);
  }

  paint(palette: Palette): void {
    this.material.color.set(palette.contact);
  }
}

/** The point and the normal, where the contact will be. */
export class ContactMark extends PointMark {
  constructor(contact: ViewContact, origin: Float64Array, sized: ScreenSized) {
    super(contact.pointA, origin, sized);
    const arrow = new Group();
    const shaft = new Mesh(new CylinderGeometry(0.022, 0.022, 0.75, 12), this.material);
    shaft.position.y = 0.375;
    const head = new Mesh(new ConeGeometry(0.08, 0.25, 20), this.material);
    head.position.y = 0.875;
    for (const part of [shaft, head]) part.renderOrder = 4;
    arrow.add(shaft, head);
    arrow.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), new Vector3(...contact.normal).normalize());
    sized.add(arrow, ARROW);
    this.group.add(arrow);
  }
}

/** A vertex, edge or face of a body, in its frame. */
export class FeatureMark {
  readonly group = new Group();
  private readonly material = overlay();
  private readonly lineMaterial = new LineMaterial({ linewidth: 4, depthTest: false, transparent: true });

  constructor(geometry: Geometry, feature: ViewFeature, sized: ScreenSized) {
    const corners = feature.vertices.map((v) => [...geometry.vertices.subarray(3 * v, 3 * v + 3)]);
    if (corners.length === 0 || corners.some((corner) => corner.length !== 3)) return;
    if (corners.length === 1) this.addVertex(corners[0]!, sized);
    if (corners.length >= 2) this.addOutline(corners);
    if (corners.length === 3) this.addFace(corners);
  }

  paint(colour: number): void {
    this.material.color.set(colour);
    this.lineMaterial.color.set(colour);
  }

  private addVertex(at: number[], sized: ScreenSized): void {
    const mark = dot(this.material);
    mark.position.set(at[0]!, at[1]!, at[2]!);
    sized.add(mark, 1.5 * MARK);
    this.group.add(mark);
  }

  private addOutline(corners: number[][]): void {
    const ends = corners.length === 2 ? corners : corners.flatMap((corner, i) => [corner, corners[(i + 1) % 3]!]);
    const lines = new LineSegments2(new LineSegmentsGeometry().setPositions(ends.flat()), this.lineMaterial);
    lines.renderOrder = 3;
    this.group.add(lines);
  }

  private addFace(corners: number[][]): void {
    this.material.opacity = 0.45;
    const face = new BufferGeometry();
    face.setAttribute("position", new Float32BufferAttribute(corners.flat(), 3));
    const mesh = new Mesh(face, this.material);
    mesh.renderOrder = 2;
    this.group.add(mesh);
  }
}
