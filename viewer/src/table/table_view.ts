// SPDX-License-Identifier: Apache-2.0
// The page of a table: a plot, and the rows, which a click on a heading sorts.
import { element } from "../ui/element";
import type { Theme } from "../ui/theme";
import type { Cell, Table } from "./model";
import { Plot } from "./plot";

/** Rows drawn at once; more of them make a page slow. */
const ROWS_SHOWN = 200;

/** For scripts and tests. */
export interface TableHandle {
  kind: "table";
  rows: number;
}

export function showTable(app: HTMLElement, table: Table, theme: Theme): TableHandle {
  document.title = `${table.title} – Graze`;
  const dark = element("button", { type: "button" }, "dark / light");
  dark.addEventListener("click", () => theme.toggle());
  const numeric = table.columns.some((column) => column.numeric);
  const notes = table.notes.map((note) => element("li", {}, note));
  app.replaceChildren(
    element("main", { class: "sheet" },
      element("header", {}, element("h1", {}, table.title), element("p", {}, `${table.rows} rows`), dark),
      ...(numeric ? [new Plot(table, theme).root] : []),
      new SortedRows(table).root,
      ...(notes.length > 0
        ? [element("details", {}, element("summary", {}, "How this was made"), element("ul", {}, ...notes))]
        : [])),
  );
  return { kind: "table", rows: table.rows };
}

class SortedRows {
  readonly root: HTMLElement;
  private readonly headings: HTMLTableCellElement[];
  private readonly body = element("tbody");
  private readonly position = element("output", { "aria-live": "polite" });
  private readonly order: Uint32Array;
  private first = 0;

  constructor(private readonly table: Table) {
    this.order = Uint32Array.from({ length: table.rows }, (_, i) => i);
    this.headings = table.columns.map((column, i) => {
      const button = element("button", { type: "button" }, column.name);
      button.addEventListener("click", () => this.sort(i));
      return element("th", { scope: "col", "aria-sort": "none" }, button);
    });
    const rows = element("table", {}, element("thead", {}, element("tr", {}, ...this.headings)), this.body);
    this.root = element("section", { "aria-label": "Rows" }, element("div", { class: "scroll" }, rows), this.pager());
    this.draw();
  }

  private pager(): HTMLElement {
    const step = (label: string, by: number) => {
      const button = element("button", { type: "button" }, label);
      button.addEventListener("click", () => {
        this.first = Math.min(Math.max(this.first + by, 0), Math.max(this.table.rows - 1, 0));
        this.first -= this.first % ROWS_SHOWN;
        this.draw();
      });
      return button;
    };
    if (this.table.rows <= ROWS_SHOWN) return element("div");
    return element("div", { class: "pager" }, step("earlier", -ROWS_SHOWN), this.position, step("later", ROWS_SHOWN));
  }

  /** Upwards first; again, downwards. Empty cells come last. */
  private sort(column: number): void {
    const heading = this.headings[column]!;
    const direction = heading.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    for (const other of this.headings) other.setAttribute("aria-sort", "none");
    heading.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
    const { cells } = this.table.columns[column]!;
    this.order.sort((i, j) => compare(cells[i]!, cells[j]!, direction));
    this.first = 0;
    this.draw();
  }

  private draw(): void {
    const shown = this.order.subarray(this.first, this.first + ROWS_SHOWN);
    this.body.replaceChildren(
      ...[...shown].map((row) =>
        element("tr", {}, ...this.table.columns.map((column) =>
          element("td", column.numeric ? { class: "number" } : {}, String(column.cells[row] ?? "")))),
      ),
    );
    this.position.textContent = `rows ${this.first + 1} to ${this.first + shown.length} of ${this.table.rows}`;
  }
}

function compare(a: Cell, b: Cell, direction: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === "number" && typeof b === "number") return direction * (a - b);
  return direction * String(a).localeCompare(String(b));
}
