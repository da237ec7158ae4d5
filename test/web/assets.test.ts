import { expect, test } from "bun:test";
import { KIBIBYTE } from "../../src/domain/limits.ts";
import { ASSETS, withAssets } from "../../src/web/assets.ts";
import { type Language, LANGUAGES } from "../../src/web/browser/texts/languages.ts";
import { dashboardPage } from "../../src/web/web.ts";

/** What the scripts may weigh that are there before the list of prints is, compressed. */
const FIRST_SCRIPTS_BYTES = 60 * KIBIBYTE;

/**
 * What all pages may weigh in one language, compressed: who has opened each page once has loaded so much. Plain HTTP has gzip
 * alone. Sentences of the service are not counted: only who does not read English loads them. Pages that only an archive has
 * are, though nobody has these and those of a shop.
 */
const ALL_SCRIPTS_BYTES = 190 * KIBIBYTE;

/** Of pages beside the dashboard, texts that the service alone reads, and sentences of the service. */
const APART = /^(?:reference|sign-in|unavailable|sentences|\w\w-written)-/;

const scripts = new Map(
  ASSETS.filter(({ path }) => path.endsWith(".js")).map(({ path, body }) => [
    path.replace("/assets/", ""),
    body,
  ]),
);

/** A script and all that it imports at once. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const body = scripts.get(name) ?? "";
  // Imports that wait for a call have brackets.
  for (const [, next = ""] of body.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)) withImports(next, found);
  return found;
}

const named = (start: string) =>
  [...scripts.keys()].find((name) => new RegExp(`^${start}-\\w+\\.js$`).test(name)) ?? "";

const entry = /<script type="module" src="\/assets\/([^"]+)"/.exec(dashboardPage("en"))?.[1] ?? "";

/** What the list of prints needs in a language. */
const firstScripts = (language: Language) =>
  new Set(
    [entry, named("prints-page"), named(`${language}-first`)].flatMap((name) => [...withImports(name)]),
  );

test.each(Object.keys(LANGUAGES) as Language[])(
  "the page in %s names its files by what is in them, and asks at once for what the list of prints needs",
  (language) => {
    const html = dashboardPage(language);
    expect(html).toContain(`<html lang="${language}">`);
    const names = [...html.matchAll(/"\/assets\/([^"]+)"/g)].map(([, name = ""]) => name);
    const known = new Set(ASSETS.map(({ path }) => path.replace("/assets/", "")));
    for (const name of names) expect([name, known.has(name)]).toEqual([name, true]);
    expect([...firstScripts(language)].toSorted()).toEqual(
      names.filter((name) => name.endsWith(".js")).toSorted(),
    );
  },
);

test("a file that there is not is no page's", () => {
  expect(() => withAssets(`<link href="/assets/nothing.css">`)).toThrow("There is no asset nothing.css.");
});

test("the list of prints needs few scripts", () => {
  const first = firstScripts("en");
  expect(first.size).toBeGreaterThan(3);
  const bytes = [...first].reduce((sum, name) => sum + Bun.gzipSync(scripts.get(name) ?? "").length, 0);
  expect(bytes).toBeLessThan(FIRST_SCRIPTS_BYTES);
});

test.each(Object.keys(LANGUAGES) as Language[])(
  "all pages in %s weigh little more than they must",
  (language) => {
    const others = new Set((Object.keys(LANGUAGES) as Language[]).filter((other) => other !== language));
    const isOther = (name: string) =>
      [...others].some((other) => new RegExp(`^${other}(-first)?-`).test(name));
    const wanted = [...scripts].filter(([name]) => !isOther(name) && !APART.test(name));
    expect(wanted.length).toBeGreaterThan(10);
    expect(wanted.reduce((sum, [, body]) => sum + Bun.gzipSync(body).length, 0)).toBeLessThan(
      ALL_SCRIPTS_BYTES,
    );
  },
);
