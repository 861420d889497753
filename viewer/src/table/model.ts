// SPDX-License-Identifier: Apache-2.0
// Rows and columns: benchmark CSV (lines with # in front are notes), or results as one JSON object a line.
import { ViewError } from "../data/view_error";

export type Cell = string | number | null;

export interface Column {
  name: string;
  cells: Cell[];
  /** Are all its cells numbers, or empty? */
  numeric: boolean;
}

export interface Table {
  title: string;
  notes: string[];
  columns: Column[];
  rows: number;
}

const MOST_ROWS = 1_000_000;

export function readCsv(title: string, text: string): Table {
  const lines = text.split(/\r?\n/);
  const notes = lines.filter((line) => line.startsWith("#")).map((line) => line.slice(1).trim());
  const body = lines.map((line, i) => ({ line, number: i + 1 })).filter(({ line }) => line !== "" && !line.startsWith("#"));
  const header = body.shift();
  if (!header) throw new ViewError("the file has no header and no rows");
  const names = splitCsv(header.line);
  const rows = body.map(({ line, number }) => {
    const cells = splitCsv(line);
    if (cells.length !== names.length) {
      throw new ViewError(`line ${number}: expected ${names.length} cells, as in the header, got ${cells.length}`);
    }
    return cells.map(cellFromText);
  });
  return makeTable(title, notes, names, rows);
}

export function readJsonLines(title: string, text: string): Table {
  const names: string[] = [];
  const places = new Map<string, number>();
  const rows: Cell[][] = [];
  text.split(/\r?\n/).forEach((line, i) => {
    if (line.trim() === "") return;
    const row: Cell[] = [];
    flatten(parseLine(line, i + 1), "", (name, cell) => {
      let place = places.get(name);
      if (place === undefined) {
        place = names.length;
        places.set(name, place);
        names.push(name);
      }
      row[place] = cell;
    });
    rows.push(row);
  });
  return makeTable(title, [], names, rows);
}

function makeTable(title: string, notes: string[], names: string[], rows: Cell[][]): Table {
  if (rows.length === 0) throw new ViewError("the file has no rows");
  if (rows.length > MOST_ROWS) throw new ViewError(`the file has ${rows.length} rows; at most ${MOST_ROWS} are shown`);
  const columns = names.map((name, i) => {
    const cells = rows.map((row) => row[i] ?? null);
    const filled = cells.filter((cell) => cell !== null);
    return { name, cells, numeric: filled.length > 0 && filled.every((cell) => typeof cell === "number") };
  });
  return { title, notes, columns, rows: rows.length };
}

/** Quotes hold cells with commas; two of them stand for one. */
function splitCsv(line: string): string[] {
  if (!line.includes('"')) return line.split(",");
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((match) => match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
}

function cellFromText(text: string): Cell {
  if (text === "" || text === "nan") return null;
  const number = Number(text);
  // Hashes and seeds keep all their digits.
  const exact = !Number.isInteger(number) || Number.isSafeInteger(number) || !/^-?\d+$/.test(text);
  return Number.isNaN(number) || !exact ? text : number;
}

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new ViewError(`line ${number}: malformed JSON: ${(error as Error).message}`);
  }
}

/** Nested fields get names with dots. */
function flatten(value: unknown, name: string, add: (name: string, cell: Cell) => void): void {
  if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) flatten(item, name ? `${name}.${key}` : key, add);
  } else if (name !== "") {
    add(name, typeof value === "number" || typeof value === "string" ? value : value === null ? null : String(value));
  } else {
    throw new ViewError("each line must be a JSON object");
  }
}
