// SPDX-License-Identifier: Apache-2.0
import { element } from "./element";

/** The page says what is wrong, and nothing else. */
export function showFault(app: HTMLElement, name: string, reason: string): void {
  app.replaceChildren(
    element("main", { class: "message fault", role: "alert" },
      element("h1", {}, "This cannot be shown"), element("p", {}, `${name}: ${reason}`)),
  );
}

/** The page without data: asks for a file. */
export function showWelcome(app: HTMLElement, open: (file: File) => void): void {
  const picker = element("input", { type: "file", "aria-label": "File to show" });
  picker.addEventListener("change", () => {
    const file = picker.files?.[0];
    if (file) open(file);
  });
  app.replaceChildren(
    element("main", { class: "message" },
      element("h1", {}, "Graze"),
      element("p", {}, "Open what graze wrote: a view, the event log of particles, results (JSON lines) or a benchmark (CSV). " +
        "You can also drop the file on this page. It stays on this computer."),
      picker),
  );
}
