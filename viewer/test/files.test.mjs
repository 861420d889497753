// SPDX-License-Identifier: Apache-2.0
// Pages of other files, in a browser: particle runs, tables, and what cannot be shown; and how pages are had.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { command, folder, graze, pageOf, sceneOf, scenes } from "./browser.mjs";
import { makeParticles, makeRun } from "./particle_run.mjs";
import { browser, close, numberOf, ready, setNumber, time, waitFor, withPage } from "./steps.mjs";

for (const dimension of [2, 3]) {
  test(`particles in ${dimension} dimensions fly exactly between events`, async () => {
    const perSide = dimension === 2 ? 5 : 3;
    const start = makeParticles(dimension, perSide);
    const particles = makeParticles(dimension, perSide);
    const bytes = makeRun(particles, perSide, 3);
    await withPage(pageOf(`gas${dimension}.grz`, bytes), async (page) => {
      await ready(page);
      const centre = (i) => page.evaluate((particle) => window.graze.drawnCentre(particle), i);
      const compare = async (i, r) => (await centre(i)).forEach((x, d) => close(x, r[d] ?? 0, 1e-6));
      await compare(0, start[0].r);
      await page.locator("canvas").first().focus();
      await page.keyboard.press("End");
      close(await time(page), 3, 1e-9);
      for (let i = 0; i < particles.length; ++i) {
        const p = particles[i];
        await compare(i, p.r.map((x, d) => x + p.v[d] * (3 - p.clock)));
      }
      await page.keyboard.press("Home");
      for (let i = 0; i < start.length; ++i) await compare(i, start[i].r);
      await page.keyboard.press("n");
      assert.match(await page.locator(".event").textContent(), /^t = [0-9.e-]+: particles? \d+/);
      const first = await time(page);
      assert.ok(first > 0);
      await compare(0, start[0].r.map((x, d) => x + start[0].v[d] * first));
      await page.keyboard.press("p");
      assert.equal(await time(page), 0);
      await page.getByLabel("boxes of the hierarchy").click();
      await setNumber(page, "its level", 3);
      assert.equal(await waitFor(() => numberOf(page, "boxes drawn"), 8), 8);
    });
  });
}

test("a benchmark is a table that sorts, and a plot", async () => {
  const csv = "# cpu: made up\nmethod,trial,microseconds\nd2m,0,30\nc2a,1,5\nd2m,2,100\n";
  await withPage(pageOf("bench.csv", csv), async (page) => {
    await ready(page);
    const column = async (i) => page.locator(`tbody tr td:nth-child(${i})`).allTextContents();
    assert.deepEqual(await column(3), ["30", "5", "100"]);
    await page.getByRole("button", { name: "microseconds" }).click();
    assert.deepEqual(await column(3), ["5", "30", "100"]);
    await page.getByRole("button", { name: "microseconds" }).click();
    assert.deepEqual(await column(3), ["100", "30", "5"]);
    assert.equal(await page.locator(".uplot canvas").count(), 1);
    await page.getByLabel("Plotted against", { exact: true }).selectOption("trial");
    assert.equal(await page.locator(".uplot canvas").count(), 1);
  });
});

test("results of many queries are a table", async () => {
  const lines = ["hammer", "near_miss"].map((name) => graze("toi", path.join(scenes, `${name}.json`), "--json"));
  await withPage(pageOf("results.jsonl", lines.join("")), async (page) => {
    await ready(page);
    assert.equal(await page.evaluate(() => window.graze.rows), 2);
    assert.deepEqual(await page.locator("tbody tr td:nth-child(1)").allTextContents(), ["impact", "free"]);
  });
});

test("what cannot be shown is named", async () => {
  const run = makeRun(makeParticles(2, 2), 2, 1);
  const damaged = Buffer.from(run);
  damaged[200] ^= 1;
  const newer = Buffer.from(run);
  newer.writeUInt32LE(3, 8);
  const older = Buffer.from(run);
  older.writeUInt32LE(1, 8);
  const cases = [
    ["broken.json", '{"graze_view": 1,', /malformed JSON/],
    ["newer.json", '{"graze_view": 2}', /version 2 of the view format; this page knows version 1/],
    ["lacking.json", '{"graze_view": 1, "bodies": [{}]}', /bodies\[0\].*expected/],
    ["query.json", '{"graze": 1, "bodies": []}', /a question, not an answer/],
    ["text.txt", "hello", /neither a view/],
    ["ragged.csv", "a,b\n1,2\n3\n", /line 3: expected 2 cells/],
    ["short.grz", run.subarray(0, run.length - 40), /truncated/],
    ["damaged.grz", damaged, /damaged: its checksum/],
    ["newer.grz", newer, /version 3 of its format.*A newer graze/],
    ["older.grz", older, /version 1 of its format.*An older graze/],
  ];
  for (const [name, contents, words] of cases) {
    await withPage(pageOf(name, contents), async (page) => {
      assert.match(await page.getByRole("alert").textContent(), words);
    });
  }
});

test("graze view serves the page to this machine", async () => {
  const server = spawn(command, ["view", sceneOf("hammer").page, "--no-browser"]);
  try {
    const said = await new Promise((resolve) => server.stdout.once("data", (text) => resolve(String(text))));
    const url = /^(http:\/\/127\.0\.0\.1:\d+\/)/.exec(said)[1];
    const page = await browser.newPage();
    await page.goto(url);
    await ready(page);
    assert.match(await page.locator(".verdict").textContent(), /^Impact/);
    assert.equal((await page.goto(`${url}other`)).status(), 404);
    await page.close();
  } finally {
    server.kill();
  }
});

test("the page is small, and without data it asks for a file", async () => {
  const bare = path.join(path.dirname(command), "viewer", "index.html");
  assert.ok(fs.statSync(bare).size <= 1.5e6, `${fs.statSync(bare).size} bytes`);
  await withPage(bare, async (page) => {
    fs.writeFileSync(path.join(folder, "picked.csv"), "a,b\n1,2\n");
    await page.getByLabel("File to show").setInputFiles(path.join(folder, "picked.csv"));
    await ready(page);
    assert.equal(await page.evaluate(() => window.graze.rows), 1);
  });
});
