// SPDX-License-Identifier: Apache-2.0
// What the tests of pages have in common.
import assert from "node:assert/strict";
import { after, before } from "node:test";

import { launch, open } from "./browser.mjs";

export let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** Opens a page, runs the body with it, and fails on any fault the page had. */
export async function withPage(file, body, options) {
  const opened = await open(browser, file, options);
  try {
    await body(opened.page);
    assert.deepEqual(opened.faults, []);
  } finally {
    await opened.close();
  }
}

export const ready = (page) => page.waitForFunction(() => window.graze !== undefined);
export const time = (page) => page.evaluate(() => window.graze.time());
export const close = (a, b, within) => assert.ok(Math.abs(a - b) <= within, `${a} is not within ${within} of ${b}`);

export async function setSlider(page, label, value) {
  await page.getByLabel(label, { exact: true }).evaluate((slider, to) => {
    slider.value = String(to);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, value);
}

export async function waitFor(read, wanted) {
  for (let i = 0; i < 20 && (await read()) !== wanted; ++i) await new Promise((done) => setTimeout(done, 100));
  return read();
}

export const numberOf = async (page, name) =>
  Number(await page.locator(".lil-controller", { hasText: name }).locator("input").inputValue());

export async function setNumber(page, name, value) {
  const input = page.locator(".lil-controller", { hasText: name }).locator("input");
  await input.fill(String(value));
  await input.press("Enter");
}
