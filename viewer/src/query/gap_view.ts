// SPDX-License-Identifier: Apache-2.0
// The gap between the bodies, magnified as far as it takes: a section through the contact, computed in doubles relative
// to the contact points. It shows what no graphics card can: its numbers have seven digits, and a gap of 1e-10 needs
// more.
import type { Clock } from "../ui/clock";
import { element } from "../ui/element";
import { cssColour, type Palette } from "../ui/theme";
import { CarriedPoint } from "./carried_point";
import type { ViewBody, ViewContact } from "./model";
import { Section } from "./section";
import { scientific } from "./words";

/** The gap takes this part of the picture's height. */
const GAP_PART = 0.3;
/** The finest time before the contact that the slider reaches, as a power of ten of the window. */
const FINEST = -13;
/** A curved surface is drawn as its tangent when the picture is smaller than this part of the body. */
const FLAT_BELOW = 0.03;
const BAND = 16;
/** How large everything is in the picture beside, in pixels, about. */
const WHOLE_PICTURE = 500;
/** Nothing is drawn further than this from the middle, in pixels. */
const NEAR = 2000;

export class GapView {
  readonly root: HTMLElement;
  private readonly canvas = element("canvas", { role: "img" });
  private readonly caption = element("figcaption");
  private readonly a: CarriedPoint;
  private readonly b: CarriedPoint;
  private readonly section: Section;
  private readonly apart = new Float64Array(3);
  private readonly normal = new Float64Array(3);
  private readonly segment = new Float64Array(4);
  /** No finer than doubles near the contact are. */
  private readonly finestLength: number;

  constructor(
    { a, b, contact, at }: { a: ViewBody; b: ViewBody; contact: ViewContact; at: number },
    private readonly clock: Clock,
    private palette: Palette,
    private readonly colours: (palette: Palette) => number[],
    private readonly size: number,
  ) {
    this.a = new CarriedPoint(a, contact.pointA, contact.normal, contact.featureA, at);
    this.b = new CarriedPoint(b, contact.pointB, contact.normal.map((x) => -x), contact.featureB, at);
    this.section = new Section(contact, this.a, this.b);
    this.finestLength = 4 * Number.EPSILON * Math.max(...contact.pointA.map(Math.abs), 1e-300);
    this.root = element("figure", { class: "gap" }, this.caption, this.canvas, this.fineSlider());
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  paint(palette: Palette): void {
    this.palette = palette;
    this.draw();
  }

  /** How far apart the two contact points are along the normal, now. */
  gap(): number {
    this.a.setTime(this.clock.time);
    this.b.setTime(this.clock.time);
    for (let i = 0; i < 3; ++i) this.apart[i] = this.b.point[i]! - this.a.point[i]!;
    return this.section.side * this.section.along(this.apart);
  }

  draw(): void {
    const gap = this.gap();
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0) return;
    const shown = Math.min(Math.max(Math.abs(gap), this.finestLength), this.size);
    const scale = (GAP_PART * height) / shown;
    const context = this.prepare(width, height);
    const [ofA, ofB] = this.colours(this.palette).map(cssColour);
    this.drawSide(context, this.a, -1, gap, scale, width, ofA!);
    this.drawSide(context, this.b, 1, gap, scale, width, ofB!);
    this.drawMeasure(context, gap, scale, width, height);
    const words = gap < 0 ? "overlap of the contact points" : "gap between the contact points";
    this.caption.replaceChildren(`${words}: `, element("b", {}, scientific(Math.abs(gap))), `, magnified ${magnification(scale, this.size)} times`);
    this.canvas.setAttribute("aria-label", `Section through the contact, magnified: ${words} ${scientific(Math.abs(gap))}`);
  }

  private prepare(width: number, height: number): CanvasRenderingContext2D {
    const ratio = Math.min(devicePixelRatio, 2);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    const context = this.canvas.getContext("2d")!;
    context.scale(ratio, ratio);
    context.fillStyle = cssColour(this.palette.background);
    context.fillRect(0, 0, width, height);
    context.translate(width / 2, height / 2);
    context.scale(1, -1);
    context.lineCap = "round";
    return context;
  }

  /** `end`: -1 for body a, 1 for b. The middle of the gap is the middle of the picture. */
  private drawSide(
    context: CanvasRenderingContext2D, point: CarriedPoint, end: number, gap: number, scale: number, width: number,
    colour: string,
  ): void {
    // Both points are on the vertical through the middle, up to how far they are apart sideways.
    const x = ((end * this.section.across(this.apart)) / 2) * scale;
    const y = ((end * this.section.side * gap) / 2) * scale;
    const reach = width / scale;
    const geometry = point.body.geometry;
    if (!geometry || (!geometry.exact && reach < FLAT_BELOW * this.size)) {
      this.drawTangent(context, point, x, y, width, colour);
      return;
    }
    const triangles = point.trianglesWithin(2 * reach);
    for (let t = 0; t < triangles.length; t += 9) {
      if (!this.section.cut(triangles, t, point, this.segment)) continue;
      for (let i = 0; i < 4; ++i) this.segment[i] = this.segment[i]! * scale + (i % 2 === 0 ? x : y);
      drawSegment(context, this.segment, colour);
    }
  }

  private drawTangent(
    context: CanvasRenderingContext2D, point: CarriedPoint, x: number, y: number, width: number, colour: string,
  ): void {
    point.normal(this.normal);
    const length = Math.hypot(this.section.across(this.normal), this.section.along(this.normal)) || 1;
    const [nx, ny] = [this.section.across(this.normal) / length, this.section.along(this.normal) / length];
    this.segment.set([x - width * ny, y + width * nx, x + width * ny, y - width * nx]);
    drawSegment(context, this.segment, colour);
  }

  /** The gap between arrows, and a round length to compare with. */
  private drawMeasure(context: CanvasRenderingContext2D, gap: number, scale: number, width: number, height: number): void {
    const colour = cssColour(this.palette.contact);
    const half = (gap / 2) * scale;
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(0, -half);
    context.lineTo(0, half);
    for (const y of [-half, half]) {
      context.moveTo(-5, y);
      context.lineTo(5, y);
    }
    context.stroke();
    context.scale(1, -1);
    context.fillStyle = colour;
    context.font = "12px system-ui, sans-serif";
    context.fillText(scientific(Math.abs(gap)), 9, 4);
    const unit = 10 ** Math.floor(Math.log10((0.45 * width) / scale));
    const style = getComputedStyle(this.canvas);
    context.strokeStyle = context.fillStyle = style.color;
    const [left, bottom] = [-width / 2 + 10, height / 2 - 10];
    context.strokeRect(left, bottom, unit * scale, 0);
    context.fillText(scientific(unit), left, bottom - 6);
  }

  /** Time before the contact, on a logarithmic scale. */
  private fineSlider(): HTMLElement {
    const moment = this.clock.moment!;
    const longest = Math.max(moment - this.clock.start, Number.MIN_VALUE);
    const slider = element("input", {
      type: "range", min: "0", max: "1", step: "0.002", value: "0", "aria-label": "Approach, on a logarithmic scale of time",
    });
    slider.addEventListener("input", () => {
      const s = Number(slider.value);
      this.clock.playing = false;
      this.clock.set(s === 1 ? moment : moment - longest * 10 ** (FINEST * s));
    });
    this.clock.onChange(() => {
      if (document.activeElement === slider) return;
      const before = (moment - this.clock.time) / longest;
      slider.value = String(before <= 0 ? 1 : Math.log10(before) / FINEST);
    });
    return element("label", {}, "approach", slider);
  }
}

/** A line with a band on its inner side, which is on the right of it. */
function drawSegment(context: CanvasRenderingContext2D, segment: Float64Array, colour: string): void {
  // Far ends would be beyond the numbers a canvas draws with.
  if (!clip(segment, NEAR)) return;
  const [x0, y0, x1, y1] = segment as unknown as [number, number, number, number];
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length === 0) return;
  const [nx, ny] = [((y1 - y0) / length) * BAND, (-(x1 - x0) / length) * BAND];
  context.fillStyle = colour;
  context.globalAlpha = 0.25;
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.lineTo(x1 + nx, y1 + ny);
  context.lineTo(x0 + nx, y0 + ny);
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}

/** Cuts the segment x, y, x, y down to the square of this half width; false if nothing is left. */
function clip(segment: Float64Array, half: number): boolean {
  let [from, to] = [0, 1];
  for (let axis = 0; axis < 2; ++axis) {
    const start = segment[axis]!;
    const change = segment[axis + 2]! - start;
    if (change === 0) {
      if (Math.abs(start) > half) return false;
      continue;
    }
    const [low, high] = [(-half - start) / change, (half - start) / change];
    from = Math.max(from, Math.min(low, high));
    to = Math.min(to, Math.max(low, high));
  }
  if (from >= to) return false;
  for (let axis = 0; axis < 2; ++axis) {
    const start = segment[axis]!;
    const change = segment[axis + 2]! - start;
    segment[axis] = start + from * change;
    segment[axis + 2] = start + to * change;
  }
  return true;
}

/** Compared with a picture of everything. */
function magnification(scale: number, size: number): string {
  const times = scale / (WHOLE_PICTURE / (2 * size));
  return times < 1e4 ? times.toPrecision(2) : times.toExponential(0).replace("+", "");
}
