// SPDX-License-Identifier: Apache-2.0
// Pages of answers, in a browser: what is drawn is what the files say.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { folder, graze, pageOf, sceneOf, scenes } from "./browser.mjs";
import { close, numberOf, ready, setNumber, setSlider, time, waitFor, withPage } from "./steps.mjs";

const matrix = (page, body) => page.evaluate((i) => window.graze.drawnMatrix(i), body);

/** A turn about y at one radian per unit of time, column by column. */
const aboutY = (t) => [Math.cos(t), 0, -Math.sin(t), 0, 0, 1, 0, 0, Math.sin(t), 0, Math.cos(t), 0];

test("the verdict, the pose at the contact and the gap are those of the answer", async () => {
  const { page: file, answer } = sceneOf("hammer");
  await withPage(file, async (page) => {
    await ready(page);
    assert.match(await page.locator(".verdict").textContent(), /^Impact: the bodies first touch at t = 0\.2347671396\.$/);
    // Two corners of the hammer meet the block at once.
    const corner = answer.contact.feature_a.index;
    assert.ok([9, 11].includes(corner));
    assert.ok((await page.locator(".panel").textContent()).includes(`vertex ${corner} of hammer with face 0 (5, 6, 7) of block`));
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
    close(await time(page), 0.2347671396, 1e-9);
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

test("the run of a world is shown with its impacts", async () => {
  const file = path.join(folder, "world.html");
  graze("simulate", path.join(scenes, "worlds", "tumble.json"), "--time", "0.5", "--view", file);
  await withPage(file, async (page) => {
    await ready(page);
    assert.match(await page.locator(".verdict").textContent(), /A run of 0\.5 s with \d+ impacts: no two bodies ever intersect/);
    await page.getByRole("button", { name: / hits / }).first().click();
    assert.ok((await time(page)) > 0);
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
    // The corner falls by two from a half above the floor.
    const moment = await time(page);
    const contactGap = await page.evaluate(() => window.graze.gap());
    assert.ok(contactGap > 0 && contactGap < 1e-10, `a gap of ${contactGap} at the contact`);
    await page.keyboard.press("Home");
    close(await page.evaluate(() => window.graze.gap()), 2 * (moment - (await time(page))), 1e-9);
    assert.match(await page.locator("figure.gap").textContent(), /gap between the contact points/);
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
