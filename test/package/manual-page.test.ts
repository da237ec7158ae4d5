import { expect, test } from "bun:test";
import { manualPage } from "../../scripts/package/manual-page.ts";
import { COMMANDS } from "../../src/cli/cli.ts";
import { testRelease } from "./release.ts";

const page = manualPage(await testRelease());

test("has every command and every option of the service", () => {
  const plain = page.replaceAll("\\-", "-").replaceAll("\\[u2026]", "…");
  for (const { name, summary } of COMMANDS) {
    expect(plain).toContain(`\n.B ${name}`);
    expect(plain).toContain(`\n${summary}\n`);
  }
  for (const { name } of COMMANDS.find((command) => command.name === "serve")?.options ?? [])
    expect(plain).toContain(`\\fB--${name}\\fR`);
  expect(page).toStartWith('.TH TILLROLL 1 2026-11-22 "Tillroll 1.2.3"');
});

test("no line is a request of roff by chance", () => {
  const requests = page.split("\n").filter((line) => /^[.']/.test(line));
  for (const line of requests) expect(line).toMatch(/^\.(?:TH|SH|TP|PP|B|I|BR)(?: |$)/);
});

test("groff finds nothing wrong with it, where it is installed", () => {
  if (Bun.which("groff") === null) return;
  const drawn = Bun.spawnSync(["groff", "-man", "-ww", "-Tutf8"], { stdin: Buffer.from(page) });
  expect([drawn.exitCode, drawn.stderr.toString()]).toEqual([0, ""]);
  expect(drawn.stdout.toString()).toContain("tillroll");
});
