import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { skippedTests } from "../../scripts/check/skipped-tests.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const HELPER = join(import.meta.dir, "..", "describe-unless.ts");

const TESTS = `
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

test("tests that were left out are told by name, with the reason", async () => {
  const folder = temporaryFolder();
  try {
    await Bun.write(join(folder, "some.test.ts"), TESTS);
    const command = [process.execPath, "test", "--reporter=junit", "--reporter-outfile=report.xml"];
    const child = Bun.spawn(command, { cwd: folder, stdout: "ignore", stderr: "pipe" });
    const said = await new Response(child.stderr).text();
    expect(await child.exited).toBe(0);
    expect(said).toContain("SKIPPED: inner: there is no <x> & y");
    const group = "some.test.ts: outer > inner [skipped: there is no <x> & y]";
    expect(await skippedTests(await Bun.file(join(folder, "report.xml")).text())).toEqual(
      ["first", "each a", "each b"].map((name) => `${group} > ${name}`),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
