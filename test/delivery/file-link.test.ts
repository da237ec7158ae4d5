import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FileLink } from "../../src/delivery/file/file-link.ts";
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
  const id = await parts.print(archive, new Uint8Array(all));
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

test("a link that somebody has left under the name of a file leads nowhere", async () => {
  mkdirSync(folder, { recursive: true });
  const other = join(folder, "other");
  writeFileSync(other, "of somebody else");
  const link = new FileLink({ kind: "file", folder });
  const facts = { id: 2, printId: 1, createdAt: 0, mediaType: null };
  symlinkSync(other, join(folder, "00000001-2-1970-01-01T00-00-00Z.bin.part"));
  expect(await link.send(Buffer.from("print"), facts)).toEqual({ kind: "printed", note: null });
  expect(readFileSync(other, "utf8")).toBe("of somebody else");
  expect(readFileSync(join(folder, "00000001-2-1970-01-01T00-00-00Z.bin"), "utf8")).toBe("print");
});
