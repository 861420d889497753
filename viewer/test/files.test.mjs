// SPDX-License-Identifier: Apache-2.0
// Pages of other files, in a browser: particle runs, tables, and what cannot be shown; and how pages are had.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { command, folder, graze, pageOf, sceneOf, scenes } from "./browser.mjs";
import { makeParticles, sceneOf as particleSceneOf, simulate } from "./particle_run.mjs";
import { browser, close, numberOf, ready, setNumber, time, waitFor, withPage } from "./steps.mjs";

const inFolder = (name) => path.join(folder, name);

/** Runs a scene of particles; gives the run, written by graze itself. */
function runOf(name, scene, ...options) {
  fs.writeFileSync(inFolder(`${name}.json`), JSON.stringify(scene));
  graze("particles", inFolder(`${name}.json`), "--log", inFolder(`${name}.grz`), ...options);
  return inFolder(`${name}.grz`);
}

/** The page that `graze view` makes of a file. */
function shown(file) {
  graze("view", file, "-o", `${file}.html`);
  return `${file}.html`;
}

for (const dimension of [2, 3]) {
  test(`particles in ${dimension} dimensions fly exactly between events`, async () => {
    const perSide = dimension === 2 ? 5 : 3;
    const start = makeParticles(dimension, perSide);
    const particles = makeParticles(dimension, perSide);
    const run = runOf(`gas${dimension}`, particleSceneOf(start, perSide), "--time", "3");
    const firstEvent = simulate(particles, perSide, 3);
    await withPage(shown(run), async (page) => {
      await ready(page);
      const center = (i) => page.evaluate((particle) => window.graze.drawnCenter(particle), i);
      const compare = async (i, r) => (await center(i)).forEach((x, d) => close(x, r[d] ?? 0, 1e-6));
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
      close(first, firstEvent, 1e-12);
      await compare(0, start[0].r.map((x, d) => x + start[0].v[d] * first));
      await page.keyboard.press("p");
      assert.equal(await time(page), 0);
      await page.getByLabel("boxes of the hierarchy").click();
      await setNumber(page, "its level", 3);
      assert.equal(await waitFor(() => numberOf(page, "boxes drawn"), 8), 8);
    });
  });
}

test("every kind of particle run is shown: walls, periodic faces, gravity and drag, saved states, resumed runs", async () => {
  const ball = (x, y, vx, vy) => ({ position: [x, y], velocity: [vx, vy], radius: 0.2 });
  const walls = {
    graze_particles: 1, dimension: 2, box: { lower: [-5, -5], upper: [5, 5], periodic: [true, false] }, gravity: [0, -1], drag: 0.1,
    restitution: [[0.9, 1], [1, 1]],
    walls: [
      { segment: { start: [-1, -3], end: [1, -2] }, material: 1 }, { circle: { center: [2, 2], radius: 0.5 } },
      { plane: { normal: [0, 1], offset: -4.5 } }, { box: { lower: [-3, -1], upper: [-2, 0] } },
    ],
    particles: [ball(0, 0, 3, 1), ball(-1, 1, -2, 0), ball(4, -2, 1, 2)],
  };
  const sphere = {
    graze_particles: 1, dimension: 3, box: { upper: [4, 4, 4], periodic: [true, true, true] }, walls: [{ sphere: { center: [2, 2, 2], radius: 1.5 } }],
    particles: [{ position: [2, 2, 2], velocity: [1, 0.5, 0], radius: 0.2 }, { position: [0.5, 0.5, 0.5], velocity: [1, 1, 1], radius: 0.2 }],
  };
  const first = runOf("walls", walls, "--time", "2", "--save", inFolder("saved.grz"));
  graze("particles", first, "--time", "4", "--log", inFolder("resumed.grz"));
  graze("particles", "30", "--time", "1", "--view", inFolder("made.html"));
  const pages = [
    [shown(first), 0, 2], [shown(inFolder("saved.grz")), 2, 2], [shown(inFolder("resumed.grz")), 2, 4], [inFolder("made.html"), 0, 1],
    [shown(runOf("sphere", sphere, "--time", "3")), 0, 3],
  ];
  for (const [file, from, to] of pages) {
    await withPage(file, async (page) => {
      await ready(page);
      assert.equal(await page.evaluate(() => window.graze.kind), "particles");
      close(await time(page), from, 1e-9);
      await page.locator("canvas").first().focus();
      await page.keyboard.press("End");
      close(await time(page), to, 1e-9);
      assert.ok((await page.evaluate(() => window.graze.drawnCenter(0))).every(Number.isFinite));
    });
  }
});

test("the views of every command are shown", async () => {
  const robots = path.join(scenes, "robots");
  graze("scene", path.join(scenes, "falling_rocks.json"), "--view", inFolder("rocks.html"));
  graze("check", ...["arm.urdf", "through_the_sheet.csv", "cell.json"].map((name) => path.join(robots, name)), "--view", inFolder("arm.html"));
  graze("simulate", path.join(scenes, "worlds", "tumble.json"), "--time", "0.25", "-o", inFolder("tumble.grw"));
  for (const file of [inFolder("rocks.html"), inFolder("arm.html"), shown(inFolder("tumble.grw"))]) {
    await withPage(file, async (page) => {
      await ready(page);
      assert.equal(await page.evaluate(() => window.graze.kind), "query");
      assert.match(await page.locator(".verdict").textContent(), /^(Impact|Free|A run)/);
    });
  }
});

test("the tables of every command are shown", async () => {
  const run = runOf("table", particleSceneOf(makeParticles(2, 3), 3), "--time", "2", "--observables", inFolder("observables"));
  graze("export", run, "-o", inFolder("events.csv"));
  graze("simulate", path.join(scenes, "worlds", "tumble.json"), "--time", "0.5", "-o", inFolder("impacts.grw"));
  graze("export", inFolder("impacts.grw"), "-o", inFolder("impacts.csv"));
  graze("bench", "convex", "--trials", "2", "--out", inFolder("bench"));
  const queries = ["hammer", "near_miss", "wedge"].map((name) => {
    const query = JSON.parse(fs.readFileSync(path.join(scenes, `${name}.json`), "utf8"));
    for (const body of query.bodies) if (body.shape.mesh) body.shape.mesh = path.join(scenes, body.shape.mesh);
    return JSON.stringify(query);
  });
  fs.writeFileSync(inFolder("queries.jsonl"), queries.join("\n") + "\n");
  graze("batch", inFolder("queries.jsonl"), "-o", inFolder("answers.jsonl"));
  const rowsOf = (file) => fs.readFileSync(file, "utf8").trimEnd().split("\n").filter((line) => !line.startsWith("#")).length;
  const tables = ["events.csv", "impacts.csv", "bench/convex.csv", "observables/observables.csv", "observables/radial_distribution.csv"];
  for (const name of tables) {
    await withPage(shown(inFolder(name)), async (page) => {
      await ready(page);
      assert.equal(await page.evaluate(() => window.graze.rows), rowsOf(inFolder(name)) - 1, name);
    });
  }
  await withPage(shown(inFolder("answers.jsonl")), async (page) => {
    await ready(page);
    assert.equal(await page.evaluate(() => window.graze.rows), 3);
  });
});

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
  const run = fs.readFileSync(runOf("short", particleSceneOf(makeParticles(2, 2), 2), "--time", "1"));
  const version = run.readUInt32LE(8);
  const damaged = Buffer.from(run);
  damaged[200] ^= 1;
  const newer = Buffer.from(run);
  newer.writeUInt32LE(version + 1, 8);
  const older = Buffer.from(run);
  older.writeUInt32LE(version - 1, 8);
  const cases = [
    ["broken.json", '{"graze_view": 1,', /malformed JSON/],
    ["newer.json", '{"graze_view": 2}', /version 2 of the view format; this page knows version 1/],
    ["lacking.json", '{"graze_view": 1, "bodies": [{}]}', /bodies\[0\].*expected/],
    ["query.json", '{"graze": 1, "bodies": []}', /a question, not an answer/],
    ["text.txt", "hello", /neither a view/],
    ["ragged.csv", "a,b\n1,2\n3\n", /line 3: expected 2 cells/],
    ["short.grz", run.subarray(0, run.length - 40), /truncated/],
    ["damaged.grz", damaged, /damaged: its checksum/],
    ["newer.grz", newer, new RegExp(`version ${version + 1} of its format.*A newer graze`)],
    ["older.grz", older, new RegExp(`version ${version - 1} of its format.*An older graze`)],
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
