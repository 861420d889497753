// SPDX-License-Identifier: Apache-2.0
// The viewer from end to end, in a browser. Each test opens pages as a person would.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";

import { command, folder, graze, launch, open, pageOf, sceneOf, scenes } from "./browser.mjs";
import { makeParticles, makeRun } from "./particle_run.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** Opens a page, runs the body with it, and fails on any fault the page had. */
async function withPage(file, body, options) {
  const opened = await open(browser, file, options);
  try {
    await body(opened.page);
    assert.deepEqual(opened.faults, []);
  } finally {
    await opened.close();
  }
}

const ready = (page) => page.waitForFunction(() => window.graze !== undefined);
const time = (page) => page.evaluate(() => window.graze.time());
const matrix = (page, body) => page.evaluate((i) => window.graze.drawnMatrix(i), body);
const close = (a, b, within) => assert.ok(Math.abs(a - b) <= within, `${a} is not within ${within} of ${b}`);

/** A turn about y at one radian per unit of time, column by column. */
const aboutY = (t) => [Math.cos(t), 0, -Math.sin(t), 0, 0, 1, 0, 0, Math.sin(t), 0, Math.cos(t), 0];

async function setSlider(page, label, value) {
  await page.getByLabel(label, { exact: true }).evaluate((slider, to) => {
    slider.value = String(to);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, value);
}

test("the verdict, the pose at the contact and the gap are those of the answer", async () => {
  const { page: file, answer } = sceneOf("hammer");
  await withPage(file, async (page) => {
    await ready(page);
    assert.match(await page.locator(".verdict").textContent(), /^Impact: the bodies first touch at t = 0\.2347671396\.$/);
    assert.match(await page.locator(".panel").textContent(), /vertex 11 of hammer with face 0 \(5, 6, 7\) of block/);
    assert.equal(await time(page), answer.bracket[0]);
    const drawn = await matrix(page, 0);
    aboutY(answer.bracket[0]).forEach((x, i) => close(drawn[i], x, 1e-14));
    [0, 0, 1].forEach((x, i) => close(drawn[12 + i], x, 1e-15));
    const gap = await page.evaluate(() => window.graze.gap());
    assert.ok(gap > 0 && gap <= 1.001 * answer.separation, `gap ${gap}`);
    assert.match(await page.locator(".gap figcaption").textContent(), /gap between the contact points: 3\.3/);
  });
});

test("the slider, the keyboard and the buttons move time", async () => {
  await withPage(sceneOf("hammer").page, async (page) => {
    await ready(page);
    await setSlider(page, "Time", 5000);
    close(await time(page), 0.5, 1e-12);
    const drawn = await matrix(page, 0);
    aboutY(0.5).forEach((x, i) => close(drawn[i], x, 1e-13));
    await page.locator("canvas").first().focus();
    await page.keyboard.press("Home");
    assert.equal(await time(page), 0);
    await page.keyboard.press("ArrowRight");
    close(await time(page), 0.01, 1e-12);
    await page.keyboard.press("Shift+ArrowLeft");
    close(await time(page), 0.009, 1e-12);
    await page.keyboard.press("End");
    assert.equal(await time(page), 1);
    await page.keyboard.press("Home");
    await page.keyboard.press("Space");
    await page.waitForFunction(() => window.graze.time() > 0.02);
    await page.keyboard.press("Space");
    const stopped = await time(page);
    await page.waitForTimeout(200);
    assert.equal(await time(page), stopped);
    await page.getByRole("button", { name: "Contact", exact: true }).click();
    close(await time(page), 0.23476713963788298, 0);
  });
});

test("the approach slider shows gaps below anything a picture could", async () => {
  await withPage(sceneOf("hammer").page, async (page) => {
    await ready(page);
    await setSlider(page, "Approach, on a logarithmic scale of time", 0.5);
    const wide = await page.evaluate(() => window.graze.gap());
    assert.ok(wide > 1e-8 && wide < 1e-5, `gap ${wide}`);
    await setSlider(page, "Approach, on a logarithmic scale of time", 1);
    const narrow = await page.evaluate(() => window.graze.gap());
    assert.ok(narrow > 0 && narrow < 1e-10, `gap ${narrow}`);
  });
});

test("the hierarchy is shown level by level", async () => {
  await withPage(sceneOf("hammer").page, async (page) => {
    await ready(page);
    const volumes = () => numberOf(page, "volumes drawn");
    await page.locator(".lil-gui select").selectOption("spheres");
    assert.equal(await waitFor(volumes, 2), 2);
    await setNumber(page, "its level", 2);
    assert.equal(await waitFor(volumes, 8), 8);
    await page.locator(".lil-gui select").selectOption("boxes");
    await setNumber(page, "its level", 1);
    assert.equal(await waitFor(volumes, 4), 4);
  });
});

async function waitFor(read, wanted) {
  for (let i = 0; i < 20 && (await read()) !== wanted; ++i) await new Promise((done) => setTimeout(done, 100));
  return read();
}

const numberOf = async (page, name) =>
  Number(await page.locator(".lil-controller", { hasText: name }).locator("input").inputValue());

async function setNumber(page, name, value) {
  const input = page.locator(".lil-controller", { hasText: name }).locator("input");
  await input.fill(String(value));
  await input.press("Enter");
}

test("every kind of motion and shape is drawn at its contact", async () => {
  for (const name of ["free_fall", "drill", "set_down", "pick_and_place", "dumbbell", "ball_on_a_plane", "keep_apart"]) {
    const { page: file, answer } = sceneOf(name);
    await withPage(file, async (page) => {
      await ready(page);
      assert.match(await page.locator(".verdict").textContent(), /^Impact/);
      const gap = await page.evaluate(() => window.graze.gap());
      const separation = name === "keep_apart" ? 0.25 : 0;
      assert.ok(gap >= separation && gap <= 1.01 * answer.separation + 1e-14, `${name}: gap ${gap}`);
    });
  }
});

test("answers without a contact are shown", async () => {
  for (const [name, words] of [["arc_over_a_block", /^Free: the bodies are apart/], ["overlap", /^Initial contact/]]) {
    await withPage(sceneOf(name).page, async (page) => {
      await ready(page);
      assert.match(await page.locator(".verdict").textContent(), words);
    });
  }
});

test("a view of many bodies, written by hand", async () => {
  const triangle = { vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2], exact: true };
  const rates = (x) => ({
    type: "rates", epoch: 0, position: [x, 0, 0], orientation: [0, 0, 0, 1], velocity: [0, 0, 1], acceleration: [0, 0, -2],
    angular_velocity: [0, 0, 0],
  });
  const bodies = [
    { name: "first", shape: "mesh", geometry: triangle, motion: rates(0) },
    { name: "second", shape: "mesh", like: 0, motion: rates(2) },
    { name: "third", shape: "mesh", like: 0, motion: { type: "samples", times: [0, 1], positions: [4, 0, 0, 4, 1, 0],
      orientations: [0, 0, 0, 1, 0, 0, 1, 0] } },
  ];
  const answer = { verdict: "free", guarantee: "proved", bracket: [1, 1], separation: null, tolerance: 1e-10, contact: null, stats: {} };
  const view = {
    graze_view: 1, title: "three", made_by: "hand", query: { window: [0, 1], separation: 0, solver: "auto" }, pair: null, answer,
    bodies, events: [{ time: 0.25, label: "A quarter", point: [0, 0, 1] }],
  };
  await withPage(pageOf("three.json", JSON.stringify(view)), async (page) => {
    await ready(page);
    await page.getByRole("button", { name: "A quarter" }).click();
    assert.equal(await time(page), 0.25);
    close((await matrix(page, 1))[12], 2, 0);
    close((await matrix(page, 1))[14], 0.25 - 0.0625, 1e-15);
    const third = await matrix(page, 2);
    close(third[13], 0.25, 1e-15);
    close(third[0], Math.cos(Math.PI / 4), 1e-12);
    assert.match(await page.locator(".panel").textContent(), /drawn between samples/);
  });
});

test("deforming meshes are shown", async () => {
  const files = { "start.obj": "v 0 0 1\nv 1 0 1\nv 0 1 1\nf 1 2 3\n", "end.obj": "v 0 0 -1\nv 1 0 1\nv 0 1 1\nf 1 2 3\n" };
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  graze("mesh", "--generate", "box,full_lengths=[4,4,1]", "-o", path.join(folder, "floor.obj"));
  const floor = { shape: { mesh: "floor.obj" }, motion: { type: "vertex_linear", end: "floor.obj" } };
  const query = { graze: 1, bodies: [{ shape: { mesh: "start.obj" }, motion: { type: "vertex_linear", end: "end.obj" } }, floor] };
  fs.writeFileSync(path.join(folder, "cloth.json"), JSON.stringify(query));
  graze("toi", path.join(folder, "cloth.json"), "--view", path.join(folder, "cloth.html"));
  await withPage(path.join(folder, "cloth.html"), async (page) => {
    await ready(page);
    assert.match(await page.locator(".verdict").textContent(), /first touch at t = 0\.25\./);
  });
});

test("dark and light, ghosts, marks and cameras can be chosen", async () => {
  await withPage(sceneOf("wedge").page, async (page) => {
    await ready(page);
    assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
    await page.getByRole("button", { name: "dark / light" }).click();
    assert.equal(await page.locator("html").getAttribute("data-theme"), "light");
    for (const name of ["where they have been", "contact and normal", "features in contact"]) await page.getByLabel(name).click();
    await page.getByRole("button", { name: "zoom to the contact" }).click();
    await page.getByRole("button", { name: "look at everything" }).click();
  });
});

test("a phone shows it, and touch works", async () => {
  const phone = { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true };
  await withPage(sceneOf("hammer").page, async (page) => {
    await ready(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `the page is ${wide} wide`);
    await page.getByRole("button", { name: "Play" }).tap();
    await page.waitForFunction(() => window.graze.time() > 0.25);
    await page.getByText("The answer in full").tap();
    assert.ok(await page.getByText("proved: holds with floating-point rounding included").isVisible());
  }, phone);
});

test("everything that can be operated has a name", async () => {
  await withPage(sceneOf("hammer").page, async (page) => {
    await ready(page);
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("button, input, select, canvas")]
        .filter((item) => {
          const by = item.getAttribute("aria-labelledby");
          const label = item.getAttribute("aria-label") ?? (by && document.getElementById(by)?.textContent);
          return !(label || item.closest("label")?.textContent || (item.tagName === "BUTTON" && item.textContent));
        })
        .map((item) => item.outerHTML));
    assert.deepEqual(nameless, []);
  });
});

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
  newer.writeUInt32LE(2, 8);
  const cases = [
    ["broken.json", '{"graze_view": 1,', /malformed JSON/],
    ["newer.json", '{"graze_view": 2}', /version 2 of the view format; this page knows version 1/],
    ["lacking.json", '{"graze_view": 1, "bodies": [{}]}', /bodies\[0\].*expected/],
    ["query.json", '{"graze": 1, "bodies": []}', /a question, not an answer/],
    ["text.txt", "hello", /neither a view/],
    ["ragged.csv", "a,b\n1,2\n3\n", /line 3: expected 2 cells/],
    ["short.grz", run.subarray(0, run.length - 40), /truncated/],
    ["damaged.grz", damaged, /damaged: its checksum/],
    ["newer.grz", newer, /version 2 of its format/],
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
