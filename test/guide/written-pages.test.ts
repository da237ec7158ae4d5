import { basename } from "node:path";
import { expect, test } from "bun:test";
import { rewritten, WRITTEN_PAGES } from "../../scripts/guide.ts";

test.each(Object.entries(WRITTEN_PAGES).map(([file, part]) => [basename(file), file, part] as const))(
  "%s is as the code tells it; else run: bun scripts/guide.ts",
  async (_name, file, part) => {
    const page = await Bun.file(file).text();
    expect(rewritten(page, part)).toBe(page);
  },
);

test("a page that does not say where its written part begins is refused", () => {
  expect(() => rewritten("# Commands\n", () => "")).toThrow("no line that ends with");
});
