import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ERROR_CODES } from "../src/domain/errors.ts";
import { PAGES } from "../src/guide/pages.ts";
import { binary, freePort, Service, temporaryFolder } from "./service.ts";

/*
 * Every command of the README and of the guide works as written: the shell blocks of each page run here, in order, on a
 * new service of the compiled binary, with nothing set but what the page has set before.
 */

/** The variables that a page may set for the blocks that follow. */
const VARIABLES = ["BASE", "TOKEN", "ADMIN_TOKEN"];

/** Blocks marked `sh`; those marked `sh skip` are about one machine, and `npx` would start another service. */
function blocksOf(markdown: string): string[] {
  return [...markdown.matchAll(/^```sh\n([^]*?)^```$/gm)]
    .map(([, block]) => block ?? "")
    .filter((block) => !block.startsWith("npx"));
}

const pages = PAGES.map(({ file, markdown }) => [file, blocksOf(markdown)] as const).filter(
  ([, blocks]) => blocks.length > 0,
);

test("the README and the guide have commands", () => {
  expect(pages.map(([file]) => file)).toContain("README.md");
  expect(pages.flatMap(([, blocks]) => blocks).length).toBeGreaterThan(40);
});

describe.each(pages)("%s", (_file, blocks) => {
  const folder = temporaryFolder();
  let service: Service;
  let secureAddress = "";
  let environment: Record<string, string> = {};

  beforeAll(async () => {
    const httpsPort = freePort();
    service = await Service.start({ flags: ["--https-port", String(httpsPort)] });
    secureAddress = `https://localhost:${httpsPort}`;
    const tools = join(folder, "tools");
    await Bun.write(join(tools, "tillroll"), `#!/bin/sh\nexec ${binary()} "$@"\n`);
    await Bun.$`chmod +x ${join(tools, "tillroll")}`.quiet();
    const path = `${tools}:${process.env["PATH"]}`;
    environment = { PATH: path, HOME: folder, TILLROLL_DATA: service.folder };
  });
  afterAll(async () => {
    await service.end();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(blocks.map((block) => [block]))("%s", async (block) => {
    const script = block
      .replaceAll("curl -s", "curl -sS --fail-with-body")
      .replaceAll("https://localhost:9443", secureAddress)
      .replaceAll("http://localhost:9180", service.address)
      // Printers of the pages' shop are called nowhere but on this machine.
      .replaceAll(/\b192\.168\.1\.(\d+)/g, "127.0.0.$1");
    const keep = VARIABLES.map((name) => `echo "${name}=\${${name}:-}"`).join("; ");
    const child = Bun.spawn(["sh", "-eu", "-c", `${script}\n{ ${keep}; } > variables`], {
      cwd: folder,
      env: environment,
      stdout: "pipe",
      stderr: "pipe",
    });
    const [stdout, stderr, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    // A stream of events that is listened to for a time ends with the client's word about it.
    expect([exitCode, stderr.replace(/^curl: \(28\) Operation timed out.*\n/m, "")]).toEqual([0, ""]);
    const says = block.split("\n").some((line) => /^(?:curl|tillroll)/.test(line) && !line.includes(" > "));
    if (says) expect(stdout.length).toBeGreaterThan(5);
    for (const line of (await Bun.file(join(folder, "variables")).text()).trim().split("\n")) {
      const [name = "", value = ""] = line.split("=");
      if (value !== "") environment[name] = value;
    }
  });
});

test.each(ERROR_CODES.map((code) => [code]))("the error %s is in the guide", (code) => {
  expect(PAGES.find(({ name }) => name === "errors")?.markdown).toContain(`\`${code}\``);
});
