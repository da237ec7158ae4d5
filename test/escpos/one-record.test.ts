import { expect, test } from "bun:test";
import { ESCPOS } from "../../src/escpos/commands/escpos-dialect.ts";
import { STAR } from "../../src/escpos/star/star-dialect.ts";

const SOURCE = `${import.meta.dir}/../../src/`;

/** A string with nothing but the name of a command. */
const QUOTED = new RegExp(`(["'\`])(?:${namesOfCommands().map(RegExp.escape).join("|")})\\1`, "g");

/** Names such as "LF" and "Text" may be other words as well. */
function namesOfCommands(): string[] {
  return [...new Set([...ESCPOS.forms, ...STAR.forms].map(({ name }) => name))].filter((name) =>
    name.includes(" "),
  );
}

test("a command is known by name to its record alone", async () => {
  const elsewhere: string[] = [];
  for await (const path of new Bun.Glob("**/*.ts").scan(SOURCE)) {
    if (path.startsWith("escpos/commands/") || path.startsWith("escpos/star/")) continue;
    const found = (await Bun.file(SOURCE + path).text()).match(QUOTED) ?? [];
    elsewhere.push(...found.map((name) => `${path}: ${name}`));
  }
  expect(elsewhere).toEqual([]);
});

test.each([
  ["ESC/POS", ESCPOS],
  ["Star", STAR],
])("each command of %s has one record", (_, dialect) => {
  const known = dialect.forms.filter(({ kind }) => kind !== "unknown");
  const records = known.map(({ name, device, record }) => `${device} ${name} ${record.bytes}`);
  expect(records.toSorted()).toEqual([...new Set(records)].toSorted());
});
