import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../temporary-folder.ts";
import { RealParts } from "./real-parts.ts";

let parts: RealParts;
let folder: string;
beforeEach(async () => {
  folder = join(temporaryFolder(), "für das Archiv");
  parts = await RealParts.start();
});
afterEach(async () => {
  await parts.end();
  rmSync(folder, { recursive: true, force: true });
});

test("each print is a whole file, in order of their names", async () => {
  mkdirSync(folder, { recursive: true });
  const archive = await parts.addPrinter({ name: "archive", target: `file:${folder}` });
  const all = Uint8Array.from({ length: 256 }, (_, index) => index);
  const id = await parts.print(archive, all.slice());
  await parts.print(archive, "second\n");
  await parts.settled();
  expect(parts.all()).toMatchObject([
    { state: "done", reason: null },
    { state: "done", reason: null },
  ]);
  const names = readdirSync(folder).toSorted();
  expect(names).toHaveLength(2);
  const pattern = new RegExp(`^0*${id}-\\d+-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ\\.bin$`);
  expect(names[0]).toMatch(pattern);
  expect(names.map((name) => readFileSync(join(folder, name)).toString("latin1"))).toEqual([
    Buffer.from(all).toString("latin1"),
    "second\n",
  ]);
});

test("a folder that is not there is waited for", async () => {
  const archive = await parts.addPrinter({ name: "archive", target: `file:${folder}` });
  await parts.print(archive, "first\n");
  await parts.until(() => /no such file or folder/.test(parts.all()[0]?.reason ?? ""), "the reason");
  mkdirSync(folder, { recursive: true });
  await parts.settled();
  expect(readdirSync(folder)).toHaveLength(1);
});
