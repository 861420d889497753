// SPDX-License-Identifier: Apache-2.0
// A headless browser that sees what a person would: pages from files, made by the command line under test.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

export const command = process.env.GRAZE_COMMAND ?? path.resolve("../build/release/graze");
export const scenes = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "../../scenes");
export const folder = fs.mkdtempSync(path.join(os.tmpdir(), "graze-viewer-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

/** Without a graphics card, and without the browser's own conversations with the network. */
const ARGUMENTS = [
  "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic",
  "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

export const launch = () => chromium.launch({ executablePath: process.env.GRAZE_BROWSER ?? "/usr/bin/chromium", args: ARGUMENTS });

/** Runs the command line and gives what it printed. */
export function graze(...args) {
  const done = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(`graze ${args.join(" ")}: ${done.stderr}`);
  return done.stdout;
}

/** Writes a file and the page that shows it; gives the page's path. */
export function pageOf(name, contents) {
  const file = path.join(folder, name);
  fs.writeFileSync(file, contents);
  graze("view", file, "-o", `${file}.html`);
  return `${file}.html`;
}

/** The page and the answer of a scene. */
export function sceneOf(name) {
  const page = path.join(folder, `${name}.html`);
  return { page, answer: JSON.parse(graze("toi", path.join(scenes, `${name}.json`), "--json", "--view", page)) };
}

/** Opens a page from its file, and notes everything that should not be: errors, and requests to anywhere. */
export async function open(browser, file, options = {}) {
  const context = await browser.newContext({ viewport: { width: 900, height: 640 }, colorScheme: "dark", ...options });
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) faults.push(`asked for ${request.url()}`);
  });
  await page.goto(pathToFileURL(file).href);
  return { page, faults, close: () => context.close() };
}
