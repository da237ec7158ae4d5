import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ERROR_CODES } from "../src/domain/errors.ts";
import { COMMANDS } from "../src/cli/cli.ts";
import { binary, run, Service, temporaryFolder } from "./service.ts";

/*
 * Every command of the README works as written: its shell blocks run here, in order, against the compiled binary.
 */

const readme = await Bun.file(join(import.meta.dir, "..", "README.md")).text();
const folder = temporaryFolder();
let service: Service;
let adminToken: string;

beforeAll(async () => {
  service = await Service.start();
  adminToken = (await run(["token", "create", "--scopes", "admin", "--data", service.folder])).stdout.trim();
  await Bun.write(join(folder, "receipt.bin"), "\x1b@Hello\n");
});
afterAll(async () => {
  await service.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Blocks marked `sh`; those marked `sh skip` are about this machine, and `npx` would start another service. */
const blocks = [...readme.matchAll(/^```sh\n([^]*?)^```$/gm)]
  .map(([, block]) => block ?? "")
  .filter((block) => !block.startsWith("npx"));

test("the README has its walk through the API", () => expect(blocks.length).toBeGreaterThan(9));

test.each(blocks.map((block) => [block]))("%s", async (block) => {
  const tools = join(folder, "tools");
  await Bun.write(join(tools, "tillroll"), `#!/bin/sh\nexec ${binary()} "$@"\n`);
  await Bun.$`chmod +x ${join(tools, "tillroll")}`.quiet();
  const child = Bun.spawn(["sh", "-e", "-c", block.replaceAll("curl -s", "curl -sS --fail-with-body")], {
    cwd: folder,
    env: {
      PATH: `${tools}:${process.env["PATH"]}`,
      TOKEN: service.token,
      ADMIN_TOKEN: adminToken,
      BASE: service.address,
      TILLROLL_DATA: service.folder,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  expect([exitCode, stderr]).toEqual([0, ""]);
  if (!block.includes("> receipt.html")) expect(stdout.length).toBeGreaterThan(5);
});

test.each(ERROR_CODES.map((code) => [code]))("the error %s is in the README", (code) => {
  expect(readme).toContain(`\`${code}\``);
});

test.each(COMMANDS.flatMap(({ name, options }) => options.map((option) => [name, option.name])))(
  "tillroll %s --%s is in the README",
  (name, option) => {
    expect(readme).toContain(`tillroll ${name === "serve" ? "[serve]" : name}`);
    expect(readme).toContain(`--${option}`);
  },
);
