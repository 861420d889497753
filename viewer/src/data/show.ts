// SPDX-License-Identifier: Apache-2.0
// Which kind of file is this, and what shows it?
import { type ParticleHandle, showParticles } from "../particles/particle_view";
import { isRun, readRun } from "../particles/run_file";
import { readQuery } from "../query/model";
import { type QueryHandle, showQuery } from "../query/query_view";
import { readCsv, readJsonLines } from "../table/model";
import { showTable, type TableHandle } from "../table/table_view";
import type { Theme } from "../ui/theme";
import type { DataFile } from "./source";
import { ViewError } from "./view_error";

export type Handle = QueryHandle | ParticleHandle | TableHandle;

export function show(file: DataFile, app: HTMLElement, theme: Theme): Handle {
  if (isRun(file.bytes)) return showParticles(app, file.name, readRun(file.bytes), theme);
  const text = textOf(file);
  if (file.name.endsWith(".csv")) return showTable(app, readCsv(file.name, text), theme);
  if (!text.trimStart().startsWith("{")) throw new ViewError("neither a view, nor a particle run, nor results, nor a table");
  const lines = text.trimEnd().split("\n", 2).length;
  if (file.name.endsWith(".jsonl") || (lines > 1 && isJson(text.slice(0, text.indexOf("\n"))))) {
    return showTable(app, readJsonLines(file.name, text), theme);
  }
  const document = parseJson(text);
  if (isObject(document) && "graze_view" in document) return showQuery(app, readQuery(document), theme);
  if (isObject(document) && "graze" in document) {
    throw new ViewError(`this is a question, not an answer: graze toi ${file.name} --view PAGE.html answers and shows it`);
  }
  throw new ViewError('there is no "graze_view" in it, so it is not a view');
}

function textOf(file: DataFile): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file.bytes);
  } catch {
    throw new ViewError("it is not text");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ViewError(`malformed JSON: ${(error as Error).message}`);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
