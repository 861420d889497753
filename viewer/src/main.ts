// SPDX-License-Identifier: Apache-2.0
import "./ui/page.css";

import { type Handle, show } from "./data/show";
import { type DataFile, embeddedFile, openedFile } from "./data/source";
import { ViewError } from "./data/view_error";
import { showFault, showWelcome } from "./ui/message";
import { Theme } from "./ui/theme";

declare global {
  interface Window {
    /** What is drawn, for scripts; undefined until something is. */
    graze?: Handle;
  }
}

const app = document.getElementById("app")!;
const theme = new Theme();

function attempt(file: DataFile): void {
  try {
    window.graze = show(file, app, theme);
  } catch (error) {
    fault(file.name, error);
  }
}

function fault(name: string, error: unknown): void {
  showFault(app, name, error instanceof ViewError ? error.message : `something went wrong: ${String(error)}`);
  if (!(error instanceof ViewError)) throw error;
}

function open(file: File): void {
  openedFile(file).then(attempt, (error: unknown) => fault(file.name, error));
}

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) open(file);
});

try {
  const embedded = embeddedFile();
  if (embedded) attempt(embedded);
  else showWelcome(app, open);
} catch (error) {
  fault("This page", error);
}
