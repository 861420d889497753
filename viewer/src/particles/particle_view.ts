// SPDX-License-Identifier: Apache-2.0
// The page of a particle run: playback, and a way to every event.
import GUI from "lil-gui";
import { Vector3 } from "three";

import { Stage } from "../stage/stage";
import { Clock } from "../ui/clock";
import { element } from "../ui/element";
import { cssColour, type Theme } from "../ui/theme";
import { Timeline } from "../ui/timeline";
import { BoxLevels, DEEPEST } from "./box_levels";
import { DrawnWalls } from "./drawn_walls";
import { Playback } from "./playback";
import { type ParticleRun } from "./run_file";
import { SphereCloud } from "./sphere_cloud";
import { eventInWords, runRows } from "./words";

/** For scripts and tests. */
export interface ParticleHandle {
  kind: "particles";
  time(): number;
  /** The center of a particle as drawn. */
  drawnCenter(particle: number): number[];
}

const NARROW = "(max-width: 45rem)";
const SECONDS_FOR_ALL = 20;

export function showParticles(app: HTMLElement, title: string, run: ParticleRun, theme: Theme): ParticleHandle {
  document.title = `${title} – Graze`;
  const clock = new Clock(run.start, run.end, null, SECONDS_FOR_ALL);
  const view = element("main", { class: "view" });
  const timeline = new Timeline(clock, []);
  app.replaceChildren(view, timeline.root);

  const flat = run.dimension === 2;
  const stage = new Stage(view, theme, `${run.count} particles in ${run.dimension} dimensions`, flat);
  const playback = new Playback(run);
  const cloud = new SphereCloud(playback.spheres, playback.speeds, playback.scaleEnd, !flat);
  const walls = new DrawnWalls(run);
  const boxes = new BoxLevels(playback.spheres, run.dimension);
  stage.scene.add(cloud.mesh, walls.group, boxes.lines);

  const panel = runPanel(title, run, playback.scaleEnd, theme);
  const events = new EventSteps(run, playback, clock);
  panel.append(events.root);
  view.append(panel);
  stage.keepClear(() => ({ left: matchMedia(NARROW).matches ? 0 : panel.offsetWidth, right: 0 }));
  const lookAtAll = () => stage.lookAt(middle(run), reach(run), flat ? new Vector3(0, 0, 1) : undefined);
  const state = addControls(view, stage, cloud, boxes, theme, lookAtAll);

  theme.onChange((palette) => {
    cloud.paint(palette.speeds, palette.contact);
    walls.paint(palette.wall);
    boxes.paint(palette.wall);
    stage.draw();
  });
  clock.onChange(() => {
    playback.setTime(clock.time);
    cloud.update();
    if (state.boxes) boxes.update(state.level);
    const event = events.update();
    cloud.mark(event < 0 ? -1 : run.firsts[event]!, event >= 0 && run.kinds[event] === 0 ? run.seconds[event]! : -1);
    stage.draw();
  });
  lookAtAll();
  clock.set(run.start);
  return {
    kind: "particles",
    time: () => clock.time,
    drawnCenter: (i) => [...playback.spheres.subarray(4 * i, 4 * i + 3)],
  };
}

const middle = (run: ParticleRun): Vector3 => {
  const at = run.lower.map((x, i) => (x + run.upper[i]!) / 2);
  return new Vector3(at[0], at[1], at[2] ?? 0);
};

const reach = (run: ParticleRun): number =>
  (run.dimension === 2 ? 0.95 : 1.3) * (Math.hypot(...run.upper.map((x, i) => x - run.lower[i]!)) / 2);

function runPanel(title: string, run: ParticleRun, scaleEnd: number, theme: Theme): HTMLElement {
  const scale = element("div", { class: "scale" });
  theme.onChange((palette) => {
    scale.style.background = `linear-gradient(90deg, ${palette.speeds.map(cssColour).join(", ")})`;
  });
  const rows = runRows(run).flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)]);
  return element("section", { class: "panel", "aria-label": "Run" },
    element("h1", {}, title),
    element("p", { class: "verdict" }, `${run.count} particles, ${run.events} entries in the log`),
    element("dl", {}, ...rows),
    element("div", { class: "scale-row" }, element("span", {}, "speed 0"), scale, element("span", {}, `${scaleEnd.toPrecision(3)} or more`)));
}

/** Says which event was last, and goes to others. */
class EventSteps {
  readonly root: HTMLElement;
  private readonly words = element("output", { class: "event", "aria-live": "off" });
  private readonly number = element("input", { type: "number", min: "0", "aria-label": "Number of an event to go to" });

  constructor(
    private readonly run: ParticleRun,
    private readonly playback: Playback,
    private readonly clock: Clock,
  ) {
    const button = (text: string, label: string, by: number) => {
      const made = element("button", { type: "button", "aria-label": label, title: label }, text);
      made.addEventListener("click", () => this.step(by));
      return made;
    };
    this.number.max = String(Math.max(run.events - 1, 0));
    this.number.addEventListener("change", () => this.goTo(Number(this.number.value)));
    document.addEventListener("keydown", (event) => {
      if (!(event.target instanceof Element) || event.target.matches("input:not([type=range])")) return;
      if (event.key === "n") this.step(1);
      if (event.key === "p") this.step(-1);
    });
    this.root = element("div", { class: "events" },
      element("div", { class: "steps" }, button("◀ event", "Event before (p)", -1), this.number, button("event ▶", "Next event (n)", 1)),
      this.words);
  }

  /** Returns the number of the last event, -1 if there was none. */
  update(): number {
    const event = this.playback.eventAt(this.clock.time);
    if (document.activeElement !== this.number) this.number.value = String(Math.max(event, 0));
    this.words.textContent = event < 0 ? "No event yet" : eventInWords(this.run, event);
    return event;
  }

  private step(by: number): void {
    const event = this.playback.eventAt(this.clock.time);
    const backTo = event >= 0 && this.run.times[event]! < this.clock.time ? event : event + by;
    this.goTo(by < 0 ? backTo : event + by);
  }

  private goTo(event: number): void {
    if (!Number.isInteger(event) || event >= this.run.events) return;
    this.clock.playing = false;
    this.clock.set(event < 0 ? this.run.start : this.run.times[event]!);
  }
}

interface Choices {
  boxes: boolean;
  level: number;
}

function addControls(
  view: HTMLElement, stage: Stage, cloud: SphereCloud, boxes: BoxLevels, theme: Theme, lookAtAll: () => void,
): Choices {
  const gui = new GUI({ container: view, title: "View" });
  const state = { bySpeed: true, boxes: false, level: 4, drawn: 0, lookAtAll, theme: () => theme.toggle() };
  gui.add(state, "bySpeed").name("colour by speed").onChange((on: boolean) => {
    cloud.colourBySpeed(on);
    stage.draw();
  });
  const update = () => {
    boxes.lines.visible = state.boxes;
    state.drawn = state.boxes ? boxes.update(state.level) : 0;
    stage.draw();
  };
  gui.add(state, "boxes").name("boxes of the hierarchy").onChange(update);
  gui.add(state, "level", 0, DEEPEST, 1).name("its level").onChange(update);
  gui.add(state, "drawn").name("boxes drawn").listen().disable();
  gui.add(state, "lookAtAll").name("look at everything");
  gui.add(state, "theme").name("dark / light");
  if (matchMedia(NARROW).matches) gui.close();
  return state;
}
