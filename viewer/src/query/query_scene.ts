// SPDX-License-Identifier: Apache-2.0
// Everything of a query that is in the three-dimensional picture.
import { type LineBasicMaterial, Vector3 } from "three";

import type { Stage } from "../stage/stage";
import type { Palette } from "../ui/theme";
import { ContactMark, FeatureMark, PointMark, ScreenSized } from "./contact_marks";
import { DrawnBody } from "./drawn_body";
import { DrawnLevels, type LevelKind } from "./drawn_levels";
import { type Framing, momentOf } from "./framing";
import { Ghosts } from "./ghosts";
import type { Geometry, QueryModel, ViewBody, ViewContact, ViewEvent } from "./model";
import { VertexLinear } from "./motion";

/** Zoomed to the contact, the picture is this part of the bodies' size. */
const CLOSE_UP = 0.4;

/** Walls are grey. */
export const bodyColour = (palette: Palette, body: ViewBody, index: number): number =>
  body.halfSpace ? palette.wall : palette.bodies[index % palette.bodies.length]!;

export class QueryScene {
  readonly bodies: DrawnBody[];
  private readonly ghosts: Ghosts[];
  private readonly levels: DrawnLevels[];
  private readonly contactMarks: PointMark[] = [];
  private readonly features: { mark: FeatureMark; ofA: boolean }[] = [];
  private readonly sized = new ScreenSized();

  constructor(
    private readonly model: QueryModel,
    private readonly stage: Stage,
    private readonly framing: Framing,
  ) {
    const { origin, size } = framing;
    const moment = momentOf(model);
    this.bodies = model.bodies.map((body) => new DrawnBody(body, origin, 8 * size));
    this.levels = model.bodies.map((body) => new DrawnLevels(body.levels));
    const lastGhost = model.answer.contact ? moment : model.window[1];
    const total = this.bodies.reduce((sum, body) => sum + body.triangles, 0);
    this.ghosts = this.bodies.map((body) => new Ghosts(body, model.window[0], lastGhost, origin, total));
    this.bodies.forEach((body, i) => {
      body.group.add(this.levels[i]!.group);
      stage.scene.add(body.group, this.ghosts[i]!.mesh);
    });
    if (model.answer.contact) this.addContact(model.answer.contact, moment);
    for (const event of model.events) this.addEvent(event);
    stage.onRender(() => this.sized.update(stage.camera));
  }

  paint(palette: Palette): void {
    this.bodies.forEach((body, i) => {
      const colour = bodyColour(palette, body.body, i);
      body.material.color.set(colour);
      this.ghosts[i]!.material.color.set(colour);
      this.levels[i]!.paint(colour);
      (body.lines?.material as LineBasicMaterial | undefined)?.color.set(palette.background);
    });
    for (const mark of this.contactMarks) mark.paint(palette);
    for (const { mark, ofA } of this.features) mark.paint(ofA ? palette.featureA : palette.featureB);
  }

  setTime(time: number): void {
    for (const body of this.bodies) body.setTime(time);
    this.stage.draw();
  }

  showGhosts(shown: boolean): void {
    for (const ghost of this.ghosts) ghost.mesh.visible = shown;
    this.stage.draw();
  }

  showContact(shown: boolean): void {
    for (const mark of this.contactMarks) mark.group.visible = shown;
    this.stage.draw();
  }

  showFeatures(shown: boolean): void {
    for (const { mark } of this.features) mark.group.visible = shown;
    this.stage.draw();
  }

  /** Returns how many volumes are drawn. */
  showLevel(kind: LevelKind, level: number): number {
    const drawn = this.levels.reduce((sum, levels) => sum + levels.show(kind, level), 0);
    for (const body of this.bodies) body.material.opacity = kind === "none" && !body.body.halfSpace ? 1 : 0.55;
    for (const body of this.bodies) body.material.transparent = kind !== "none" || body.body.halfSpace !== null;
    for (const body of this.bodies) body.material.needsUpdate = true;
    this.stage.draw();
    return drawn;
  }

  lookAtAll(): void {
    this.stage.lookAt(this.framing.center, this.framing.radius, this.sideOn());
  }

  lookAtContact(): void {
    this.stage.lookAt(new Vector3(), CLOSE_UP * this.framing.size, this.sideOn());
  }

  /** A direction to look from in which the contact normal is seen from the side. */
  private sideOn(): Vector3 {
    const usual = new Vector3(0.45, -1, 0.45);
    const contact = this.model.answer.contact;
    if (!contact) return usual;
    const normal = new Vector3(...contact.normal);
    const across = usual.addScaledVector(normal, -0.75 * usual.dot(normal));
    return across.lengthSq() > 1e-6 ? across : new Vector3(0, -1, 0.4);
  }

  private addContact(contact: ViewContact, moment: number): void {
    const mark = new ContactMark(contact, this.framing.origin, this.sized);
    this.contactMarks.push(mark);
    this.stage.scene.add(mark.group);
    if (!this.model.pair) return;
    const [a, b] = this.model.pair;
    for (const each of this.model.answer.patch.length > 0 ? this.model.answer.patch : [contact]) {
      this.addFeature(a, each.featureA.vertices.length ? each.featureA : null, true, moment);
      this.addFeature(b, each.featureB.vertices.length ? each.featureB : null, false, moment);
    }
  }

  private addEvent(event: ViewEvent): void {
    if (!event.point) return;
    const mark = new PointMark(event.point, this.framing.origin, this.sized);
    this.contactMarks.push(mark);
    this.stage.scene.add(mark.group);
  }

  private addFeature(index: number, feature: ViewContact["featureA"] | null, ofA: boolean, moment: number): void {
    const body = this.bodies[index]!;
    if (!feature || !body.body.geometry?.exact) return;
    const mark = new FeatureMark(geometryAt(body.body, moment), feature, this.sized);
    this.features.push({ mark, ofA });
    if (body.deforms) {
      mark.group.position.set(...(this.framing.origin.map((x) => -x) as unknown as [number, number, number]));
      this.stage.scene.add(mark.group);
    } else {
      body.group.add(mark.group);
    }
  }
}

/** Features are marked where they are at the contact; a deforming body's vertices move there first. */
function geometryAt(body: ViewBody, time: number): Geometry {
  const { motion, geometry } = body;
  if (!(motion instanceof VertexLinear)) return geometry!;
  return { ...geometry!, vertices: geometry!.vertices.map((x, i) => x + time * (motion.end[i]! - x)) };
}
