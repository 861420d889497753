// SPDX-License-Identifier: Apache-2.0
// The page of one answer: picture, words, magnified gap, controls.
import GUI from "lil-gui";

import { Stage } from "../stage/stage";
import { Clock } from "../ui/clock";
import { element } from "../ui/element";
import { cssColour, type Palette, type Theme } from "../ui/theme";
import { Timeline } from "../ui/timeline";
import { DrawnLevels, type LevelKind } from "./drawn_levels";
import { frame, momentOf } from "./framing";
import { GapView } from "./gap_view";
import type { QueryModel } from "./model";
import { bodyColour, QueryScene } from "./query_scene";
import { answerRows, verdictInWords } from "./words";

/** For scripts and tests: the state of what is drawn. */
export interface QueryHandle {
  kind: "query";
  time(): number;
  drawnMatrix(body: number): number[];
  gap(): number | null;
}

const NARROW = "(max-width: 45rem)";

export function showQuery(app: HTMLElement, model: QueryModel, theme: Theme): QueryHandle {
  document.title = `${model.title} – Graze`;
  const contact = model.answer.contact;
  const framing = frame(model);
  const moment = contact || model.answer.verdict === "undecided" ? momentOf(model) : null;
  const clock = new Clock(model.window[0], model.window[1], moment);
  const view = element("main", { class: "view" });
  const marks = moment === null ? [] : [{ time: moment, label: contact ? "Contact" : "Apart at least until here" }];
  const timeline = new Timeline(clock, [...model.events, ...marks]);
  app.replaceChildren(view, timeline.root);

  const stage = new Stage(view, theme, `The bodies. ${verdictInWords(model)}`);
  const scene = new QueryScene(model, stage, framing);
  const gap = makeGapView(model, clock, theme, framing.size);
  const panel = answerPanel(model, theme);
  view.append(panel, ...(gap ? [gap.root] : []));
  stage.keepClear(() =>
    matchMedia(NARROW).matches ? { left: 0, right: 0 } : { left: panel.offsetWidth, right: (gap?.root.offsetWidth ?? 0) / 2 },
  );
  addControls(view, model, scene, clock, theme);

  theme.onChange((palette) => {
    scene.paint(palette);
    gap?.paint(palette);
    stage.draw();
  });
  clock.onChange(() => {
    scene.setTime(clock.time);
    gap?.draw();
  });
  scene.lookAtAll();
  clock.set(moment ?? clock.start);
  return {
    kind: "query",
    time: () => clock.time,
    drawnMatrix: (body) => scene.bodies[body]!.drawnMatrix(),
    gap: () => gap?.gap() ?? null,
  };
}

/** Of two bodies that touch. */
function makeGapView(model: QueryModel, clock: Clock, theme: Theme, size: number): GapView | null {
  const { contact } = model.answer;
  const pair = model.pair?.map((i) => model.bodies[i]!);
  if (!contact || !pair) return null;
  const colours = (palette: Palette) => model.pair!.map((i) => bodyColour(palette, model.bodies[i]!, i));
  return new GapView({ a: pair[0]!, b: pair[1]!, contact, at: model.answer.bracket[0] }, clock, theme.palette, colours, size);
}

function answerPanel(model: QueryModel, theme: Theme): HTMLElement {
  const legend = element("div", { class: "legend" });
  theme.onChange((palette) => {
    legend.replaceChildren(
      ...model.bodies.map((body, i) => {
        const triangles = body.geometry?.exact ? `, ${body.geometry.triangles.length / 3} triangles` : "";
        const entry = element("span", {}, `${body.name} (${body.shape.replaceAll("_", " ")}${triangles})`);
        entry.style.setProperty("--colour", cssColour(bodyColour(palette, body, i)));
        return entry;
      }),
    );
  });
  const rows = answerRows(model).flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)]);
  const notes = model.bodies.some((body) => body.motion.sampled)
    ? [element("p", { class: "note" }, "A motion is drawn between samples; the answer is not affected.")]
    : [];
  const details = element("details", {}, element("summary", {}, "The answer in full"), element("dl", {}, ...rows), ...notes,
    element("p", { class: "note" }, model.madeBy));
  details.open = !matchMedia(NARROW).matches;
  return element("section", { class: "panel", "aria-label": "Answer" },
    element("h1", {}, model.title), element("p", { class: "verdict", role: "status" }, verdictInWords(model)), legend, details);
}

function addControls(view: HTMLElement, model: QueryModel, scene: QueryScene, clock: Clock, theme: Theme): void {
  const gui = new GUI({ container: view, title: "View" });
  const deepest = Math.max(...model.bodies.map((body) => DrawnLevels.deepest(body.levels)));
  const state = {
    ghosts: true, contact: true, features: true, hierarchy: "none" as LevelKind, level: 0, volumes: 0,
    wholeScene: () => scene.lookAtAll(),
    zoomToContact: () => scene.lookAtContact(),
    theme: () => theme.toggle(),
  };
  gui.add(state, "ghosts").name("where they have been").onChange((shown: boolean) => scene.showGhosts(shown));
  if (model.answer.contact) {
    gui.add(state, "contact").name("contact and normal").onChange((shown: boolean) => scene.showContact(shown));
    gui.add(state, "features").name("features in contact").onChange((shown: boolean) => scene.showFeatures(shown));
  }
  if (deepest >= 0) {
    const update = () => {
      state.volumes = scene.showLevel(state.hierarchy, state.level);
    };
    gui.add(state, "hierarchy", ["none", "spheres", "boxes"]).onChange(update);
    gui.add(state, "level", 0, deepest, 1).name("its level").onChange(update);
    gui.add(state, "volumes").name("volumes drawn").listen().disable();
  }
  gui.add(clock, "slowMotion").name("slow near the contact");
  gui.add(state, "wholeScene").name("look at everything");
  if (model.answer.contact) gui.add(state, "zoomToContact").name("zoom to the contact");
  gui.add(state, "theme").name("dark / light");
  if (matchMedia(NARROW).matches) gui.close();
}
