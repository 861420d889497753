// SPDX-License-Identifier: Apache-2.0
// usage: node large.mjs     what large inputs cost the page: time to open, and for each frame the page's own work and what
// it allocates. Drawing itself is the graphics card's; without one it is not counted here.
import path from "node:path";

import { folder, graze, launch, open } from "./browser.mjs";

const FRAMES = 12;
const browser = await launch();

/** Script time and heap of the page, in milliseconds and bytes. */
async function spent(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (name) => metrics.find((metric) => metric.name === name).value;
  return { milliseconds: 1e3 * of("ScriptDuration"), bytes: of("JSHeapUsedSize") };
}

async function measure(name, file) {
  const started = performance.now();
  const { page, faults, close } = await open(browser, file);
  page.setDefaultTimeout(0);
  await page.waitForFunction(() => window.graze !== undefined);
  const opened = performance.now() - started;
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const nextFrame = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done())));
  await nextFrame();
  const before = await spent(session);
  const slider = page.getByLabel("Time", { exact: true });
  for (let i = 1; i <= FRAMES; ++i) {
    await slider.evaluate((time, part) => {
      time.value = String(part * Number(time.max));
      time.dispatchEvent(new Event("input", { bubbles: true }));
    }, i / FRAMES);
    await nextFrame();
  }
  const after = await spent(session);
  await close();
  if (faults.length > 0) throw new Error(`${name}: ${faults.join("; ")}`);
  const frame = (after.milliseconds - before.milliseconds) / FRAMES;
  const kilobytes = (after.bytes - before.bytes) / FRAMES / 1024;
  console.log(`${name}: open after ${(opened / 1e3).toFixed(1)} s; a frame takes ${frame.toFixed(1)} ms of script and leaves ${kilobytes.toFixed(1)} kB`);
}

const mesh = path.join(folder, "torus.obj");
graze("mesh", "--generate", "torus,major_radius=1,minor_radius=0.3,major_segments=1000,minor_segments=250", "-o", mesh);
const bodies = path.join(folder, "bodies.html");
graze("toi", mesh, mesh, "--position-b", "4,0,0", "--velocity-b", "-2,0,0", "--angular-velocity-b", "1,2,0", "--view", bodies);
await measure("two bodies of 500 000 triangles", bodies);

const gas = path.join(folder, "gas.html");
graze("particles", "100000", "--dim", "3", "--box", "periodic", "--packing", "0.3", "--events", "100000", "--view", gas);
await measure("100 000 particles", gas);

await browser.close();
