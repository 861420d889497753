// SPDX-License-Identifier: Apache-2.0
// A plot of a table's columns, with the choices that make it.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

import { element } from "../ui/element";
import { cssColour, type Palette, type Theme } from "../ui/theme";
import type { Column, Table } from "./model";
import { distribution, scatter } from "./plot_data";

const SHARE = "share of the rows";
const NOTHING = "nothing";
/** More groups than this cannot be told apart. */
const MOST_GROUPS = 12;

export class Plot {
  readonly root: HTMLElement;
  private readonly area = element("div", { class: "plot", role: "img" });
  private readonly x: HTMLSelectElement;
  private readonly y: HTMLSelectElement;
  private readonly by: HTMLSelectElement;
  private readonly logX = element("input", { type: "checkbox" });
  private readonly logY = element("input", { type: "checkbox" });
  private chart: uPlot | null = null;

  constructor(
    private readonly table: Table,
    private readonly theme: Theme,
  ) {
    const numeric = table.columns.filter((column) => column.numeric).map((column) => column.name);
    const kinds = table.columns.filter((column) => distinct(column) <= MOST_GROUPS).map((column) => column.name);
    this.y = select("Plotted", numeric, numeric.find((name) => /microseconds|seconds|time|_us$/.test(name)) ?? numeric[0]);
    this.x = select("Plotted against", [SHARE, ...numeric], SHARE);
    this.by = select("Grouped by", [NOTHING, ...kinds], kinds.find((name) => /method|solver|verdict/.test(name)) ?? NOTHING);
    this.logY.checked = true;
    const controls = element("div", { class: "controls" },
      element("label", {}, "plot ", this.y), element("label", {}, "against ", this.x), element("label", {}, "by ", this.by),
      element("label", {}, this.logX, " log x"), element("label", {}, this.logY, " log y"));
    controls.addEventListener("input", () => this.draw());
    this.root = element("section", { "aria-label": "Plot" }, controls, this.area);
    theme.onChange(() => this.draw());
    new ResizeObserver(() => this.chart?.setSize(this.size())).observe(this.area);
  }

  private column(name: string): Column | null {
    return this.table.columns.find((column) => column.name === name) ?? null;
  }

  private draw(): void {
    const y = this.column(this.y.value);
    if (!y) return;
    const x = this.column(this.x.value);
    const by = this.column(this.by.value);
    const plot = x ? scatter(x, y, by, this.logX.checked, this.logY.checked) : distribution(y, by, this.logY.checked);
    this.chart?.destroy();
    this.chart = null;
    this.area.setAttribute("aria-label", `${y.name} against ${x?.name ?? SHARE}, ${plot.groups.length} groups`);
    if (plot.data[0]!.length === 0) {
      this.area.replaceChildren("There is nothing to draw: a logarithmic axis takes positive numbers only.");
      return;
    }
    this.area.replaceChildren();
    this.chart = new uPlot(this.options(plot.groups, x, y), plot.data as uPlot.AlignedData, this.area);
  }

  private options(groups: string[], x: Column | null, y: Column): uPlot.Options {
    const { palette } = this.theme;
    const axis = axisStyle(palette);
    return {
      ...this.size(),
      scales: {
        x: { time: false, distr: this.logX.checked && x ? 3 : 1 },
        y: { distr: this.logY.checked ? 3 : 1 },
      },
      axes: [{ ...axis, label: x?.name ?? SHARE }, { ...axis, label: y.name, size: 70 }],
      series: [
        { label: x?.name ?? SHARE },
        ...groups.map((group, i) => {
          const colour = cssColour(palette.bodies[i % palette.bodies.length]!);
          const points = { show: true, size: 5, fill: colour, stroke: colour };
          return x
            ? { label: group, stroke: colour, paths: () => null, points }
            : { label: group, stroke: colour, width: 2, spanGaps: true, points: { show: false } };
        }),
      ],
    };
  }

  private size(): { width: number; height: number } {
    return { width: Math.max(this.area.clientWidth, 200), height: 340 };
  }
}

const distinct = (column: Column): number => new Set(column.cells.slice(0, 5000)).size;

function select(label: string, names: string[], chosen: string | undefined): HTMLSelectElement {
  const made = element("select", { "aria-label": label }, ...names.map((name) => element("option", { value: name }, name)));
  if (chosen !== undefined) made.value = chosen;
  return made;
}

function axisStyle(palette: Palette): uPlot.Axis {
  const text = getComputedStyle(document.documentElement).getPropertyValue("--text");
  const grid = { stroke: cssColour(palette.grid), width: 1 };
  return { stroke: text, grid, ticks: grid, font: "12px system-ui, sans-serif", labelFont: "13px system-ui, sans-serif" };
}
