import { afterEach, beforeEach, expect, test } from "bun:test";
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import type { RepairReport } from "../../src/repair/repair-report.ts";
import { run, Service, temporaryFolder } from "../service.ts";

/* The compiled binary, on the database of a service that has run. */

let root = "";
let service: Service;
beforeEach(async () => {
  root = temporaryFolder();
  service = await Service.start({ folder: join(root, "shop") });
});
afterEach(async () => {
  await service.stop("SIGKILL");
  rmSync(root, { recursive: true, force: true });
});

const repair = (...words: string[]) => run(["repair", "--data", service.folder, "--scratch", root, ...words]);

async function labels(): Promise<(string | null)[]> {
  const response = await service.prints("/search", { json: {} });
  const { items } = (await response.json()) as { items: { label: string | null }[] };
  return items.map(({ label }) => label).toSorted();
}

/** Overwrites the beginning of the database, with its header and the list of its tables. */
function loseBeginning(): void {
  const file = openSync(databasePath(service.folder), "r+");
  writeSync(file, new Uint8Array(4096), 0, 4096, 0);
  closeSync(file);
}

test("a database that no service opens is put right in place, and a service goes on with it", async () => {
  for (const label of ["first", "second", "third"]) await service.store({ label });
  expect(await repair("--in-place")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("is running"),
  });
  await service.stop("SIGKILL");
  loseBeginning();
  const damaged = readFileSync(databasePath(service.folder));
  const looked = await repair("--out", join(root, "look"));
  expect(looked.exitCode).toBe(0);
  expect(looked.stdout).toContain("3 prints as they were");
  expect(looked.stdout).toContain("Nothing was changed.");
  expect(existsSync(join(root, "look", "repair-report.json"))).toBeTrue();
  const placed = await repair("--in-place", "--json");
  expect(placed.exitCode).toBe(0);
  const report = JSON.parse(placed.stdout) as RepairReport;
  expect(report.prints).toMatchObject({ total: 3, saved: 3, gone: [] });
  expect(readFileSync(databasePath(report.keptIn ?? ""))).toEqual(damaged);
  service = await Service.start({ folder: service.folder, token: service.token });
  await service.store({ label: "fourth" });
  expect(await labels()).toEqual(["first", "fourth", "second", "third"]);
});

test("what is wrong with the command line is told", async () => {
  await service.stop();
  expect(await repair("--in-place", "--out", join(root, "x"))).toMatchObject({ exitCode: 2 });
  expect(await repair("--backup", join(root, "nothing"))).toMatchObject({ exitCode: 1 });
});
