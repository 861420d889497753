// SPDX-License-Identifier: Apache-2.0
// The bar below the picture: play, slider with marks, time, speed. And the keyboard.
import type { Clock } from "./clock";
import { element } from "./element";

const STEPS = 10000;
const SLOWEST_EXPONENT = -4;
const FASTEST_EXPONENT = 1;

export interface Mark {
  time: number;
  label: string;
}

export class Timeline {
  readonly root: HTMLElement;
  private readonly slider: HTMLInputElement;
  private readonly play: HTMLButtonElement;
  private readonly readout: HTMLOutputElement;

  constructor(
    private readonly clock: Clock,
    marks: Mark[],
  ) {
    this.play = element("button", { type: "button", class: "play" });
    this.slider = element("input", {
      type: "range", min: "0", max: String(STEPS), step: "1", class: "time", "aria-label": "Time",
    });
    this.readout = element("output", { class: "readout", "aria-live": "off" });
    const track = element("div", { class: "track" }, this.slider, ...marks.map((mark) => this.markElement(mark)));
    this.root = element("div", { class: "timeline", role: "group", "aria-label": "Playback" },
      this.play, track, this.readout, this.speedControl());
    this.play.addEventListener("click", () => clock.play(!clock.playing));
    this.slider.addEventListener("input", () => {
      clock.playing = false;
      clock.set(clock.start + (clock.length * Number(this.slider.value)) / STEPS);
    });
    document.addEventListener("keydown", (event) => this.key(event));
    clock.onChange(() => this.update());
    this.update();
  }

  private markElement(mark: Mark): HTMLElement {
    const made = element("button", { type: "button", class: "mark", title: mark.label, "aria-label": mark.label });
    const part = this.clock.length > 0 ? (mark.time - this.clock.start) / this.clock.length : 0;
    made.style.setProperty("--at", String(part));
    made.addEventListener("click", () => {
      this.clock.playing = false;
      this.clock.set(mark.time);
    });
    return made;
  }

  private speedControl(): HTMLElement {
    const slider = element("input", {
      type: "range", min: String(SLOWEST_EXPONENT), max: String(FASTEST_EXPONENT), step: "0.05", value: "0",
      "aria-label": "Speed of time",
    });
    const shown = element("output", {}, "×1");
    slider.addEventListener("input", () => {
      this.clock.speed = 10 ** Number(slider.value);
      shown.textContent = `×${Number(this.clock.speed.toPrecision(2))}`;
    });
    return element("label", { class: "speed" }, "speed", slider, shown);
  }

  private update(): void {
    const { clock } = this;
    const part = clock.length > 0 ? (clock.time - clock.start) / clock.length : 0;
    this.slider.value = String(Math.round(part * STEPS));
    this.slider.setAttribute("aria-valuetext", `t = ${clock.time}`);
    this.readout.textContent = `t = ${clock.time.toFixed(9)}`;
    this.play.textContent = clock.playing ? "❚❚" : "▶";
    this.play.setAttribute("aria-label", clock.playing ? "Pause" : "Play");
  }

  private key(event: KeyboardEvent): void {
    const target = event.target;
    if (!(target instanceof Element)) return;
    const typing = target.matches("input:not([type=range]), select, textarea");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches("input[type=range]") && target !== this.slider) return;
    if (target.matches("button") && event.key === " ") return;
    const { clock } = this;
    const step = clock.length / (event.shiftKey ? 1000 : 100);
    const actions: Record<string, () => void> = {
      " ": () => clock.play(!clock.playing),
      ArrowLeft: () => clock.set(clock.time - step),
      ArrowRight: () => clock.set(clock.time + step),
      Home: () => clock.set(clock.start),
      End: () => clock.set(clock.end),
      c: () => clock.set(clock.moment ?? clock.time),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    if (event.key !== " ") clock.playing = false;
    action();
  }
}
