import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathOfPage, resolveLink } from "../../src/guide/links.ts";
import { PAGES, PICTURES } from "../../src/guide/pages.ts";
import { renderText } from "../../src/guide/render.ts";

const ROOT = join(import.meta.dir, "..", "..");

/** The headings of a page, as a Git host makes anchors of them. */
function anchorsOf(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```[^]*?^```$/gm, "");
  return [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

/** The links and pictures of a page, as they are written. */
function targetsOf(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```[^]*?^```$/gm, "").replaceAll(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
}

test("every file of the guide is a page, and every picture is one that is served", () => {
  const files = readdirSync(join(ROOT, "src", "guide")).filter((name) => name.endsWith(".md"));
  expect(files.toSorted()).toEqual(
    PAGES.filter(({ file }) => dirname(file) === "src/guide")
      .map(({ name }) => `${name}.md`)
      .toSorted(),
  );
  expect(readdirSync(join(ROOT, "src", "guide", "pictures")).toSorted()).toEqual([...PICTURES.keys()]);
});

test("every page has a name, a title and an address of its own", () => {
  expect(new Set(PAGES.map(({ name }) => name)).size).toBe(PAGES.length);
  expect(new Set(PAGES.map((page) => renderText(page).title)).size).toBe(PAGES.length);
});

test("the README is for the first ten minutes", () => {
  const readme = PAGES.find(({ name }) => name === "")?.markdown ?? "";
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(150);
});

describe.each(PAGES.map((page) => [page.file, page] as const))("%s", (file, page) => {
  test("begins with its title", () => {
    expect(page.markdown).toMatch(/^# \S/);
    expect(renderText(page).title).not.toBe("");
  });

  test("has headings with the same anchors here and on a Git host", () => {
    const ids = [
      ...Bun.markdown.html(page.markdown, { headings: { ids: true } }).matchAll(/<h\d id="([^"]*)"/g),
    ];
    expect(ids.map(([, id = ""]) => id)).toEqual(anchorsOf(page.markdown));
  });

  test("links to what is there, in the source tree and in the service", () => {
    for (const target of targetsOf(page.markdown)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = "", fragment] = target.split("#");
      const meant = path === "" ? file : join(dirname(file), path);
      expect([target, existsSync(join(ROOT, meant))]).toEqual([target, true]);
      const linked = PAGES.find((each) => each.file === meant);
      if (fragment !== undefined) expect(anchorsOf(linked?.markdown ?? "")).toContain(fragment);
      const resolved = resolveLink(file, target);
      if (linked !== undefined && path !== "")
        expect(resolved).toBe(pathOfPage(linked.name) + (fragment === undefined ? "" : `#${fragment}`));
    }
  });

  test("has no link in the service to what only the source tree has", () => {
    const { html } = renderText(page);
    for (const [, target = ""] of html.matchAll(/ (?:href|src)="([^"]*)"/g))
      expect(target).toMatch(/^(?:https?:\/\/|#|\/guide(?:[/#]|$))/);
  });
});

describe("a link", () => {
  test.each([
    ["README.md", "src/guide/api.md", "/guide/api"],
    ["README.md", "src/guide/pictures/dashboard.png", "/guide/pictures/dashboard.png"],
    ["README.md", "LICENSE", null],
    ["src/guide/api.md", "search.md#tags", "/guide/search#tags"],
    ["src/guide/api.md", "#webhooks", "#webhooks"],
    ["src/guide/api.md", "../../README.md#start-it", "/guide#start-it"],
    ["src/guide/previews.md", "../escpos/COMMANDS.md", "/guide/escpos-commands"],
    ["src/guide/api.md", "https://example.com/x.md", "https://example.com/x.md"],
    ["src/guide/api.md", "../storage/schema.ts", null],
  ])("of %s to %s leads to %j", (file, target, expected) => {
    expect(resolveLink(file, target)).toBe(expected);
  });
});

test("HTML in a page is shown as text", () => {
  const { html } = renderText({
    name: "x",
    file: "src/guide/x.md",
    markdown: "# x\n\n<script>1</script> <b>y</b>\n",
  });
  expect(html).toContain("&lt;script&gt;");
  expect(html).not.toContain("<b>");
});

test("every folder of the source is in the layout", async () => {
  const page = await Bun.file(join(ROOT, "src", "guide", "developing.md")).text();
  const folders = readdirSync(join(ROOT, "src"), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  for (const { name } of folders) expect(page).toContain(`\`src/${name}/\``);
});
