import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readTestReport } from "../../scripts/check/test-report.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const HELPER = join(import.meta.dir, "..", "describe-unless.ts");

const SKIPPED = `
import { describe, expect, test } from "bun:test";
import { describeUnless } from ${JSON.stringify(HELPER)};
test("runs", () => expect(1).toBe(1));
describe("outer", () => {
  describeUnless("there is no <x> & y", "inner", () => {
    test("first", () => expect(1).toBe(2));
    test.each(["a", "b"])("each %s", () => expect(1).toBe(2));
  });
});
describeUnless(null, "able", () => test("runs too", () => expect(1).toBe(1)));
`;

const FAILED = `
import { describe, expect, test } from "bun:test";
test("passes", () => expect(1).toBe(1));
describe("outer", () => {
  test("compares", () => {
    expect({ paper: "<b> & \\u001b" }).toEqual({ paper: "none" });
  });
  test("throws", () => { throw new Error("the printer's \\"name\\"\\nis gone"); });
});
`;

/** Runs tests as the check does. @returns what they said, their exit code, and the report of them */
async function run(tests: string) {
  const folder = temporaryFolder();
  try {
    await Bun.write(join(folder, "some.test.ts"), tests);
    const report = ["--reporter=junit", "--reporter-outfile=report.xml"];
    const command = [process.execPath, "test", "--parallel=2", "--no-isolate", ...report];
    const child = Bun.spawn(command, { cwd: folder, stdout: "ignore", stderr: "pipe" });
    const said = await new Response(child.stderr).text();
    const exitCode = await child.exited;
    return { said, exitCode, ...(await readTestReport(await Bun.file(join(folder, "report.xml")).text())) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("tests that were left out are told by name, with the reason", async () => {
  const { said, exitCode, skipped, failed } = await run(SKIPPED);
  expect(exitCode).toBe(0);
  expect(said).toContain("SKIPPED: inner: there is no <x> & y");
  const group = "some.test.ts: outer > inner [skipped: there is no <x> & y]";
  expect(skipped).toEqual(["first", "each a", "each b"].map((name) => `${group} > ${name}`));
  expect(failed).toEqual([]);
});

test("tests that failed are told by name, with the error and where it was", async () => {
  const { exitCode, skipped, failed } = await run(FAILED);
  expect(exitCode).toBe(1);
  expect(skipped).toEqual([]);
  expect(failed.map((each) => each.test)).toEqual([
    "some.test.ts: outer > compares",
    "some.test.ts: outer > throws",
  ]);
  const [compares = "", throws = ""] = failed.map(({ error }) => error);
  expect(compares).toContain('-   "paper": "none",');
  expect(compares).toMatch(/\+ {3}"paper": "<b> & .*",/);
  expect(compares).toMatch(/at .*some\.test\.ts:6:/);
  expect(throws).toStartWith('Error: the printer\'s "name"\nis gone');
});
