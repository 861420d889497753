// SPDX-License-Identifier: Apache-2.0
// One self-contained page: scripts and styles are put into index.html, and nothing else is written.
import fs from "node:fs";

import { defineConfig } from "vite";

/** Of what is in the page beside our own code. */
const licences = { three: "LICENSE", "lil-gui": "LICENSE.md", uplot: "LICENSE" };
const notices = () =>
  Object.entries(licences)
    .map(([name, file]) => `${name}\n\n${fs.readFileSync(new URL(`node_modules/${name}/${file}`, import.meta.url), "utf8")}`)
    .join("\n\n");

const onePage = {
  name: "one-page",
  enforce: "post",
  generateBundle(_options, bundle) {
    const page = bundle["index.html"];
    for (const [file, part] of Object.entries(bundle)) {
      if (part === page) continue;
      const text = part.type === "chunk" ? part.code.replaceAll("</script", "<\\/script") : part.source;
      const [tag, element] =
        part.type === "chunk"
          ? [new RegExp(`<script[^>]*src="[^"]*${part.fileName}"[^>]*></script>`), `<script type="module">${text}</script>`]
          : [new RegExp(`<link[^>]*href="[^"]*${part.fileName}"[^>]*>`), `<style>${text}</style>`];
      if (!tag.test(page.source)) this.error(`${file} is not used by the page`);
      page.source = page.source.replace(tag, () => element);
      delete bundle[file];
    }
    page.source = page.source.replace("</head>", () => `<!--\n${notices().replaceAll("--", "- -")}\n--></head>`);
  },
};

export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    chunkSizeWarningLimit: 2000,
  },
  plugins: [onePage],
});
