import { expect, test } from "bun:test";
import { Glob } from "bun";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/* What the style sheets say is said for something. */

const WEB = join(import.meta.dir, "../../../src/web");

const textOf = (pattern: string) =>
  [...new Glob(pattern).scanSync(WEB)].map((path) => readFileSync(join(WEB, path), "utf8")).join("\n");

const styles = textOf("browser/**/*.css").replaceAll(/\/\*.*?\*\//gs, "");
const sources = textOf("**/*.{ts,tsx,html}");

const all = (pattern: RegExp, text: string) => [
  ...new Set([...text.matchAll(pattern)].map(([, found = ""]) => found)),
];

/** Whether a text has a word, and not as a part of another. */
const has = (text: string, word: string) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(text);

test("each class is one that the pages give", () => {
  const selectors = all(/([^{};]+)\{/g, styles).join("\n");
  // Such as `badge-${kind}`: with the words that may follow.
  const begun = all(/(?<![\w-])([a-z]+(?:-[a-z]+)*-)\$\{/g, sources);
  const isGiven = (name: string) => {
    const rest = begun.find((start) => name.startsWith(start))?.length;
    return has(sources, name) || (rest !== undefined && has(sources, `["']?${name.slice(rest)}["']?`));
  };
  expect(all(/\.([a-zA-Z][\w-]*)/g, selectors).filter((name) => !isGiven(name))).toEqual([]);
});

test("each variable is used", () => {
  const used = textOf("**/*.css") + sources;
  const variables = all(/^\s*(--[\w-]+)\s*:/gm, styles);
  expect(
    variables.filter((name) => !used.includes(`var(${name})`) && !used.includes(`var(${name},`)),
  ).toEqual([]);
});

test("a font as a whole has a family: browsers leave out what says to inherit only that", () => {
  expect(all(/[\s;{](font:[^;]*\d[^;]*\binherit\b[^;]*)/g, styles)).toEqual([]);
});
