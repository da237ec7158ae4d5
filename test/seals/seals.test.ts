import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startAuthority } from "../../scripts/faults/time-authority.ts";
import { MILLISECONDS_PER_DAY } from "../../src/domain/limits.ts";
import { ServiceLog } from "../../src/operations/logs/service-log.ts";
import { compareHeldSeals, restoresOf } from "../../src/seals/held-seals.ts";
import { SealFile } from "../../src/seals/seal-file.ts";
import { NO_SEAL_OPTIONS, type SealOptions } from "../../src/seals/seal-options.ts";
import { Seals } from "../../src/seals/seals.ts";
import { SealStore } from "../../src/storage/seal-store.ts";
import { WorkspaceStore } from "../../src/storage/workspace-store.ts";
import { Bucket } from "../backup/bucket.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { JournalledDatabase } from "../verification/journalled-database.ts";

const NEVER = new AbortController().signal;
const folders: string[] = [];
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

function folder(): string {
  const made = temporaryFolder();
  folders.push(made);
  return made;
}

/** A shop with prints whose journal is sealed. */
function sealedShop(options: Partial<SealOptions> = {}) {
  const shop = new JournalledDatabase();
  shop.prints(3);
  const dataFolder = folder();
  const store = new SealStore(shop.database);
  const seals = new Seals({
    options: { ...NO_SEAL_OPTIONS, ...options },
    dataFolder,
    store,
    workspaces: new WorkspaceStore(shop.database),
    writer: {
      submit: (operation) =>
        Promise.resolve({ ok: true, id: shop.write(operation)[0] ?? 0, json: "", replayed: false } as const),
    },
    clock: () => shop.now,
    log: new ServiceLog([]),
  });
  const lines = () =>
    readFileSync(join(dataFolder, "journal", "seals.jsonl"), "utf8")
      .split("\n")
      .slice(0, -1);
  return { shop, seals, store, dataFolder, lines };
}

const filesIn = (place: string) =>
  readdirSync(place, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:json|tsr)$/.test(name))
    .map((name) => name.replace(/^.*[/\\]/, "").replace(/-[0-9a-f]{8}/, ""))
    .toSorted();

describe("seals", () => {
  test("are made of what has grown, and written on lines that stay", async () => {
    const { shop, seals, store, lines } = sealedShop();
    await seals.sealAll(NEVER);
    await seals.sealAll(NEVER);
    expect(lines().length).toBe(1);
    shop.create();
    await seals.sealAll(NEVER);
    expect(lines()).toEqual(store.after(1, 0, 9).map(({ text }) => text));
    expect(seals.lastSealedAt()).toBe(shop.now);
  });

  test("that a crash kept from the file come with the next ones", async () => {
    const { shop, seals, store, lines } = sealedShop();
    shop.write({ kind: "seal", change: { do: "seal", workspaceId: 1 } });
    shop.create();
    await seals.sealAll(NEVER);
    expect(lines()).toEqual(store.after(1, 0, 9).map(({ text }) => text));
  });

  test("of which a crash left half a line are written whole", async () => {
    const { shop, seals, store, lines, dataFolder } = sealedShop();
    const path = join(dataFolder, "journal", "seals.jsonl");
    mkdirSync(join(dataFolder, "journal"));
    shop.write({ kind: "seal", change: { do: "seal", workspaceId: 1 } });
    const [first = ""] = store.after(1, 0, 9).map(({ text }) => text);
    writeFileSync(path, first.slice(0, 20));
    await seals.sealAll(NEVER);
    expect(lines().at(-1)).toBe(first);
    shop.create();
    await seals.sealAll(NEVER);
    expect(lines().length).toBe(3);
    expect(new SealFile(dataFolder).read().length).toBe(2);
  });

  test("are kept elsewhere as soon as that can be reached, and it is told while it cannot", async () => {
    const to = join(folder(), "place");
    writeFileSync(to, "a file, where a folder is to be");
    const { shop, seals } = sealedShop({ to });
    await seals.sealAll(NEVER);
    expect(seals.record.faultOf("place")).not.toBeNull();
    expect(seals.record.look().state).toBe("ok");
    shop.now += 2 * MILLISECONDS_PER_DAY;
    expect(seals.record.look()).toMatchObject({
      state: "degraded",
      message: expect.stringContaining("do not get"),
    });
    rmSync(to);
    await seals.deliver(NEVER);
    expect(seals.record.look().state).toBe("ok");
    expect(filesIn(to)).toEqual(["000001.json"]);
  });

  test("are written once: what is there already stays as it is", async () => {
    const to = folder();
    const { shop, seals } = sealedShop({ to });
    await seals.sealAll(NEVER);
    const names = readdirSync(to, { recursive: true, encoding: "utf8" });
    const path = names.find((name) => name.endsWith(".json")) ?? "";
    writeFileSync(join(to, path), "somebody else's");
    shop.create();
    await seals.sealAll(NEVER);
    expect(filesIn(to)).toEqual(["000001.json", "000002.json"]);
    expect(readFileSync(join(to, path), "utf8")).toBe("somebody else's");
  });

  test("are kept in a bucket", async () => {
    using bucket = new Bucket();
    const { shop, seals, store } = sealedShop({ to: "s3://shop/seals", access: bucket.access });
    bucket.mood.isDown = true;
    await seals.sealAll(NEVER);
    expect(seals.record.faultOf("place")).toContain("s3://shop/seals");
    bucket.mood.isDown = false;
    shop.create();
    await seals.sealAll(NEVER);
    expect(seals.record.faultOf("place")).toBeNull();
    const kept = [...bucket.files].map(([, content]) => Buffer.from(content).toString());
    expect(kept.toSorted()).toEqual(
      store
        .after(1, 0, 9)
        .map(({ text }) => text)
        .toSorted(),
    );
  });

  test("get their time stamp when the authority answers again, and it is kept elsewhere then", async () => {
    using authority = startAuthority();
    const to = folder();
    const { shop, seals, store } = sealedShop({ to, timeStamp: authority.address });
    authority.faults = { status: 503 };
    await seals.sealAll(NEVER);
    expect(seals.record.faultOf("timeStamp")).toContain("503");
    expect(filesIn(to)).toEqual(["000001.json"]);
    shop.create();
    authority.faults = {};
    await seals.sealAll(NEVER);
    // The newest names those before.
    expect(store.after(1, 0, 9).map(({ timeStamp }) => timeStamp !== null)).toEqual([false, true]);
    expect(filesIn(to)).toEqual(["000001.json", "000002.json", "000002.tsr"]);
    expect((await shop.verify()).findings).toEqual([]);
  });

  test("are not waited for when the service stops", async () => {
    const silent = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Promise<Response>(() => {}),
    });
    const { seals, dataFolder } = sealedShop({ timeStamp: `http://127.0.0.1:${silent.port}/` });
    await seals.seal(1);
    await seals.close();
    expect(existsSync(join(dataFolder, "journal", "seals.jsonl"))).toBe(true);
    await silent.stop(true);
  });
});

describe("seals that were kept apart", () => {
  test("are missed where they are not in the database, unless a restore has lost them", () => {
    const { shop, store } = sealedShop();
    const seal = () => void shop.write({ kind: "seal", change: { do: "seal", workspaceId: 1 } });
    seal();
    shop.create();
    const asOf = shop.now;
    shop.now += 1000;
    seal();
    const texts = store.after(1, 0, 9).map(({ text }) => text);
    const held = { place: "elsewhere", texts };
    const codes = (only: number | null = null) =>
      compareHeldSeals(shop.database, held, only).findings.map(({ code }) => code);
    expect(codes()).toEqual([]);
    shop.forge("DELETE FROM journal_seal WHERE number = 2");
    expect(codes()).toEqual(["HELD_SEAL"]);
    expect(codes(2)).toEqual([]);
    shop.forge(
      `INSERT INTO journal_entry VALUES (1, 0, 4, 'replaced', NULL, ${shop.now + 1000}, NULL, '{"asOf":${asOf},"seals":[]}')`,
    );
    const { findings, lost } = compareHeldSeals(shop.database, held, null);
    expect(findings).toEqual([]);
    expect(restoresOf(shop.database, lost)).toEqual([{ workspaceId: 1, at: shop.now + 1000, seals: 1 }]);
  });

  test("of another installation, or that are none, are told once", () => {
    const { shop, store } = sealedShop();
    shop.write({ kind: "seal", change: { do: "seal", workspaceId: 1 } });
    const text = store.newest(1)?.text ?? "";
    const other = text.replace(/"service":"........-/, '"service":"00000000-');
    const held = { place: "elsewhere", texts: [other, other.replace('"seal":1', '"seal":2'), text.slice(1)] };
    expect(compareHeldSeals(shop.database, held, null).findings.map(({ code }) => code)).toEqual([
      "HELD_SEAL_UNREADABLE",
      "HELD_SEAL_FOREIGN",
    ]);
  });
});
