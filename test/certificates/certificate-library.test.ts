import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the folder's certificates in a process of its own. @returns what it has loaded of the library by then */
function loadedByStart(): string[] {
  const source = join(import.meta.dir, "../../src/certificates/certificates.ts");
  const script = `
    const { Certificates } = await import(${JSON.stringify(source)});
    const log = { write() {} };
    const hosts = () => ["localhost", "127.0.0.1"];
    new Certificates({ dataFolder: ${JSON.stringify(folder)}, hosts, clock: Date.now, log }).close();
    console.log(JSON.stringify(Object.keys(require.cache).filter((path) => path.includes("@peculiar"))));
  `;
  const { stdout, stderr } = Bun.spawnSync([process.execPath, "-e", script], { stderr: "pipe" });
  expect(stderr.toString()).toBe("");
  return JSON.parse(stdout.toString()) as string[];
}

test("the library is loaded by the start that makes certificates, and by no later one", () => {
  expect(loadedByStart()).not.toEqual([]);
  expect(loadedByStart()).toEqual([]);
});
