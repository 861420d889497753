// SPDX-License-Identifier: Apache-2.0
// usage: node screenshots.mjs FOLDER     the pictures of the documentation, as viewer-*.png
import path from "node:path";

import { folder, graze, launch, open, pageOf, sceneOf, scenes } from "./browser.mjs";

const out = process.argv[2];
const browser = await launch();

/** Opens the page, prepares it, and takes its picture once it has been drawn. */
async function shoot(name, file, options, prepare = async () => {}) {
  const { page, faults, close } = await open(browser, file, { viewport: { width: 1200, height: 720 }, ...options });
  await page.waitForFunction(() => window.graze !== undefined);
  await prepare(page);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: path.join(out, `viewer-${name}.png`) });
  if (faults.length > 0) throw new Error(`${name}: ${faults.join("; ")}`);
  await close();
  console.log(`viewer-${name}.png`);
}

const demo = path.join(folder, "demo.html");
graze("demo", "--view", demo);
await shoot("query", demo);

await shoot("hierarchy", demo, { colorScheme: "light" }, async (page) => {
  await page.locator(".lil-gui select").selectOption("boxes");
  const level = page.locator(".lil-controller", { hasText: "its level" }).locator("input");
  await level.fill("6");
  await level.press("Enter");
  await page.getByLabel("where they have been").click();
});

await shoot("close-up", sceneOf("wedge").page, {}, async (page) => {
  await page.getByRole("button", { name: "zoom to the contact" }).click();
});

const robots = path.join(scenes, "robots");
const robot = path.join(folder, "robot.html");
graze("check", ...["arm.urdf", "through_the_sheet.csv", "cell.json"].map((name) => path.join(robots, name)), "--view", robot);
await shoot("robot", robot);

await shoot("surfaces", sceneOf("blobs").page);

const world = path.join(folder, "world.html");
graze("simulate", path.join(scenes, "worlds", "tumble.json"), "-o", path.join(folder, "world.grz"), "--view", world);
await shoot("world", world, { colorScheme: "light" }, async (page) => {
  await page.locator("canvas").first().focus();
  for (let i = 0; i < 45; ++i) await page.keyboard.press("ArrowRight");
});

const gas = path.join(folder, "gas.html");
graze("particles", "343", "--dim", "3", "--time", "2", "--view", gas);
await shoot("particles", gas, {}, async (page) => {
  await page.locator("canvas").first().focus();
  for (let i = 0; i < 40; ++i) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("n");
});

const bench = path.join(folder, "bench");
graze("bench", "convex", "--trials", "20", "--out", bench);
const table = path.join(folder, "table.html");
graze("view", path.join(bench, "convex.csv"), "-o", table);
await shoot("table", table, { colorScheme: "light" });

await browser.close();
