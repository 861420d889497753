// SPDX-License-Identifier: Apache-2.0
import "./ui/page.css";

import { type DataFile, embeddedFile, openedFile } from "./data/source";
import { ViewError } from "./data/view_error";
import { readQuery } from "./query/model";
import { type QueryHandle, showQuery } from "./query/query_view";
import { showFault, showWelcome } from "./ui/message";
import { Theme } from "./ui/theme";

declare global {
  interface Window {
    /** What is drawn, for scripts; undefined until something is. */
    graze?: QueryHandle;
  }
}

const app = document.getElementById("app")!;
const theme = new Theme();

function show(file: DataFile): void {
  try {
    window.graze = showQuery(app, readQuery(parseJson(file)), theme);
  } catch (error) {
    fault(file.name, error);
  }
}

function parseJson(file: DataFile): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(file.bytes));
  } catch (error) {
    throw new ViewError(`malformed JSON: ${(error as Error).message}`);
  }
}

function fault(name: string, error: unknown): void {
  if (error instanceof ViewError) showFault(app, name, error.message);
  else {
    showFault(app, name, `something went wrong: ${String(error)}`);
    throw error;
  }
}

function open(file: File): void {
  openedFile(file).then(show, (error: unknown) => fault(file.name, error));
}

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) open(file);
});

try {
  const embedded = embeddedFile();
  if (embedded) show(embedded);
  else showWelcome(app, open);
} catch (error) {
  fault("This page", error);
}
