import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type ForgedShop, makeForgedShop } from "../../scripts/faults/forged-shop.ts";
import { FORGERIES, tryForgery, type Verify } from "../../scripts/faults/forgeries.ts";
import { verifyDatabase } from "../../src/seals/verify-database.ts";
import { openForReading } from "../../src/storage/database.ts";
import { NO_SEAL_OPTIONS } from "../../src/seals/seal-options.ts";
import { binary } from "../binary.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/*
 * What somebody can do to the files of a service behind its back, and what verifying says of it. `bun run faults forgeries`
 * writes the table of it for the report.
 */

const folder = temporaryFolder();
let shop: ForgedShop;

beforeAll(async () => {
  shop = await makeForgedShop([binary()], folder);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const verify: Verify = async (dataFolder, place) => {
  using database = openForReading(join(dataFolder, "tillroll.sqlite"));
  const places = { dataFolder, place, access: NO_SEAL_OPTIONS.access, given: null };
  const { findings, fault } = await verifyDatabase(database, places);
  expect(fault).toBeNull();
  return findings.map(({ code }) => code);
};

test("what nobody has forged has no findings", async () => {
  expect(await verify(shop.dataFolder, shop.held)).toEqual([]);
});

test("what is not found is told why", () => {
  expect(FORGERIES.length).toBeGreaterThanOrEqual(60);
  for (const { name, alone, why = null } of FORGERIES)
    expect({ name, isTold: why !== null }).toEqual({ name, isTold: alone === null });
});

describe("forging", () => {
  test.each(FORGERIES.map((forgery) => [forgery.name, forgery] as const))("%s", async (_, forgery) => {
    const { fault } = await tryForgery(forgery, shop, join(folder, "forged"), verify);
    expect(fault).toBeNull();
  });
});
