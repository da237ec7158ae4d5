import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PRINT_STATES } from "../../src/domain/where.ts";
import { SEARCH_KEYS } from "../../src/search-language/keys.ts";
import { readSearch } from "../../src/search-language/search.ts";
import { CONTEXT } from "./search-context.ts";

const guide = readFileSync(join(import.meta.dir, "..", "..", "src", "guide", "search.md"), "utf8");
const [section = ""] = guide.split("## By the API");

test("the guide tells of every key, and of what a print may be", () => {
  const words = [...SEARCH_KEYS.map(({ key }) => `${key}:`), ...PRINT_STATES];
  expect(words.filter((word) => !section.includes(word))).toEqual([]);
});

/** What the table says that can be written. */
const examples = section
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text))
  .filter((text) => !text.endsWith(":"));

test.each(examples)("%s is read", (text) => {
  expect(readSearch(text, CONTEXT).faults).toEqual([]);
});
