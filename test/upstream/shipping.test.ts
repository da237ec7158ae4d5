import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { until } from "../until.ts";
import { type Fault, keyOf, ModelArchive } from "./model-archive.ts";
import { fingerprintOf } from "../../src/storage/print-identity.ts";
import { Shop } from "./shop.ts";

let archive: ModelArchive;
const shops: Shop[] = [];

beforeEach(() => {
  archive = new ModelArchive();
});
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.end();
  await archive.stop();
});

function newShop(): Shop {
  const shop = new Shop();
  shops.push(shop);
  return shop;
}

/** Waits until an archive has all that a shop has. */
async function untilSent(shop: Shop): Promise<void> {
  await until(() => {
    const { upstream } = shop;
    shop.wake();
    const end = shop.rows().length;
    return (
      upstream !== null &&
      upstream.nextOrdinal === end &&
      upstream.reviewOrdinal === upstream.reviewEnd &&
      shop.unsent === 0 &&
      archive.nonce === upstream.nonce
    );
  }, "all was sent");
}

/** Compares what a shop has with what the archive has of it: nothing missing, nothing else. */
function expectSame(shop: Shop): void {
  for (const row of shop.rows()) {
    if (row.sha256 === null) continue;
    const kept = archive.prints.get(keyOf({ ordinal: row.ordinal, fingerprint: fingerprintHex(row) }));
    const { label, tag, updatedAt, deletedAt } = kept?.print ?? {};
    const { ordinal } = row;
    const is = { ordinal, label, tag, updatedAt, deletedAt, sha256: kept?.print.sha256 };
    const { label: wanted, tag: wantedTag, sha256 } = row;
    expect(is).toEqual({
      ordinal,
      label: wanted,
      tag: wantedTag,
      updatedAt: row.updatedAt,
      deletedAt: row.deletedAt,
      sha256,
    } as typeof is);
  }
}

function fingerprintHex({ createdAt, sha256 }: { createdAt: number; sha256: string | null }): string {
  return fingerprintOf(createdAt, Uint8Array.fromHex(sha256 ?? "")).toHex();
}

test("prints come back though the archive has no time in between; who waits for the first ones is told", async () => {
  const shop = newShop();
  shop.join(archive.url);
  for (let count = 0; count < 20; count++) shop.create(`print ${count}`);
  shop.start();
  await untilSent(shop);
  await shop.stop();
  const fresh = newShop();
  fresh.now = shop.now;
  fresh.join(archive.url);
  let pulls = 0;
  archive.faultOf = () => ([1, 3, 4, 6].includes(++pulls) ? "busy" : "none");
  await expect(fresh.pull()).rejects.toThrow("503");
  expect(await fresh.pull()).toBe(20);
  expect(pulls).toBe(7);
  expect(fresh.rows().map(({ label }) => label)).toEqual(shop.rows().map(({ label }) => label));
});

describe("a shop and its archive", () => {
  test("new prints, then what has changed; nothing is noted without an archive", async () => {
    const shop = newShop();
    const first = shop.create("first");
    shop.change(first, "changed before");
    expect(shop.unsent).toBe(0);
    shop.join(archive.url);
    shop.start();
    await untilSent(shop);
    const ids = Array.from({ length: 20 }, (_, index) => shop.create(`print ${index}`));
    await untilSent(shop);
    shop.change(ids[3] ?? 0, "changed");
    shop.mark("delete", ids[4] ?? 0);
    shop.remove("erased", ids[5] ?? 0);
    shop.mark("delete", ids[6] ?? 0);
    await untilSent(shop);
    shop.remove("purged", ids[6] ?? 0);
    await untilSent(shop);
    expectSame(shop);
    expect(archive.prints.size).toBe(21);
    const [erased, purged] = [6, 7].map((ordinal) =>
      [...archive.prints.values()].find(({ print }) => print.ordinal === ordinal),
    );
    expect(erased?.print.removal).toMatchObject({ kind: "erased", reason: "erased" });
    expect(purged?.print.removal).toBeNull();
    expect(purged?.content.length).toBeGreaterThan(0);
    expect(archive.hellos[0]).toMatchObject({ instance: "this", troubles: ["no paper"], backlog: 1 });
    expect(archive.rewinds).toBe(0);
  });

  test("what is removed before it was sent is not sent, and its ordinal is passed over", async () => {
    const shop = newShop();
    shop.join(archive.url);
    const ids = ["one", "two", "three"].map((text) => shop.create(text));
    shop.remove("erased", ids[1] ?? 0);
    shop.start();
    await untilSent(shop);
    expect([...archive.prints.values()].map(({ print }) => print.label)).toEqual(["one", "three"]);
  });

  test("a print that was erased at the archive is erased at the shop, however often it is told", async () => {
    const shop = newShop();
    shop.join(archive.url);
    shop.create("one");
    const id = shop.create("two");
    shop.start();
    await untilSent(shop);
    archive.erase([...archive.prints.keys()][1] ?? "");
    await until(() => archive.orders.size === 0);
    expect(shop.rows().map(({ erased }) => erased)).toEqual([0, 1]);
    expect(() => shop.change(id, "no")).toThrow();
    await untilSent(shop);
  });

  test("a key takes the place of another once it was used, and a refused one is told of", async () => {
    const shop = newShop();
    shop.join(archive.url);
    shop.start();
    shop.create("one");
    await untilSent(shop);
    archive.nextKey = "sk_two";
    archive.keys.add("sk_two");
    await until(() => archive.keys.size === 1);
    await until(() => shop.upstream?.apiKey === "sk_two" && shop.upstream.nextKey === null);
    archive.keys.clear();
    await until(() => shop.states.at(-1)?.isRefused === true);
    shop.create("two");
    archive.keys.add("sk_two");
    await untilSent(shop);
    expect(shop.states.at(-1)).toMatchObject({ isRefused: false, trouble: null });
  });

  describe("what has changed unseen by the archive is told again", () => {
    /** A shop whose prints are at the archive, and what is to happen to some of them then. */
    async function changing() {
      const shop = newShop();
      shop.join(archive.url);
      shop.start();
      const ids = Array.from({ length: 10 }, (_, index) => shop.create(`print ${index}`));
      await untilSent(shop);
      return {
        shop,
        change() {
          shop.change(ids[2] ?? 0, "changed");
          shop.mark("delete", ids[3] ?? 0);
          shop.remove("erased", ids[4] ?? 0);
          shop.create("new");
        },
        expectTold() {
          expectSame(shop);
          expect(archive.prints.size).toBe(11);
          const erased = [...archive.prints.values()].filter(({ print }) => print.removal !== null);
          expect(erased.map(({ print }) => print.ordinal)).toEqual([4]);
        },
      };
    }

    test("where the archive was restored from a backup", async () => {
      const { shop, change, expectTold } = await changing();
      const restore = archive.backup();
      change();
      await untilSent(shop);
      restore();
      await until(() => archive.rewinds > 0);
      await untilSent(shop);
      expectTold();
    });

    test("where the shop had left, and has joined again", async () => {
      const { shop, change, expectTold } = await changing();
      await shop.stop();
      shop.write({ kind: "upstream", change: { do: "leave", workspaceId: 1 } });
      change();
      expect(shop.unsent).toBe(0);
      shop.join(archive.url);
      shop.start();
      await untilSent(shop);
      expectTold();
    });
  });

  test("no more than the limit goes a second", async () => {
    const shop = newShop();
    shop.join(archive.url, 20_000);
    for (let count = 0; count < 300; count++)
      shop.create(`${count} ${crypto.getRandomValues(new Uint8Array(200)).toHex()}`);
    const began = performance.now();
    shop.start();
    await untilSent(shop);
    const seconds = (performance.now() - began) / 1000;
    // The last batch goes when those before it are paid for.
    expect(archive.bytes).toBeGreaterThan(60_000);
    expect(archive.bytes / seconds).toBeLessThan(20_000 * 6);
    expectSame(shop);
  });
});

describe("whatever happens on the way", () => {
  const FAULTS: readonly Fault[] = [
    "request lost",
    "answer lost",
    "answer halved",
    "late",
    "doubled",
    "busy",
  ];

  test.each([1, 2, 3, 4, 5, 6])("kills and cut links, seed %d", async (seed) => {
    const random = randomFrom(seed);
    const shop = newShop();
    shop.join(archive.url);
    archive.faultOf = () =>
      random() < 0.4 ? (FAULTS[Math.floor(random() * FAULTS.length)] ?? "none") : "none";
    const ids: number[] = [];
    for (let round = 0; round < 40; round++) {
      shop.start();
      for (let count = random() * 30; count > 0; count--) ids.push(shop.create(`print ${ids.length}`));
      for (let count = 0; count < 3; count++) {
        const id = ids[Math.floor(random() * ids.length)] ?? 1;
        if (!shop.rows()[id - 1]?.erased) act(shop, id, random());
      }
      shop.wake();
      await someRequests(random());
      shop.kill();
    }
    archive.faultOf = () => "none";
    await archive.settle();
    shop.start();
    await untilSent(shop);
    expectSame(shop);
    // None is there twice, and the database was never taken for another one.
    expect(archive.prints.size).toBeLessThanOrEqual(ids.length);
    expect(archive.rewinds).toBe(0);
    for (const { ordinal, erased } of shop.rows())
      if (erased)
        for (const { print } of archive.prints.values())
          if (print.ordinal === ordinal) expect(print.removal).not.toBeNull();
  });

  test.each([1, 2, 3, 4])("restored backups and clones, seed %d", async (seed) => {
    const random = randomFrom(seed);
    const shop = newShop();
    shop.join(archive.url);
    archive.faultOf = () =>
      random() < 0.2 ? (FAULTS[Math.floor(random() * FAULTS.length)] ?? "none") : "none";
    const stored = new Set<string>();
    const note = (of: Shop) => {
      for (const row of of.rows())
        if (row.sha256 !== null)
          stored.add(keyOf({ ordinal: row.ordinal, fingerprint: fingerprintHex(row) }));
    };
    let backup = shop.backup();
    const clone = newShop();
    for (let round = 0; round < 24; round++) {
      const which = round > 12 && random() < 0.4 ? clone : shop;
      if (round === 12) clone.restore(shop.backup());
      which.start();
      const name = which === clone ? "clone" : "shop";
      for (let count = random() * 20; count > 0; count--) which.create(`${name} ${round} ${count}`);
      const { length } = which.rows();
      if (length > 0) {
        const row = which.rows()[Math.floor(random() * length)];
        if (row !== undefined && row.erased === 0) which.change(row.id, `changed ${round}`);
      }
      note(which);
      if (random() < 0.25) await untilSent(which);
      else await someRequests(random());
      which.kill();
      if (random() < 0.3) backup = shop.backup();
      // Another life of the same shop has another clock: its prints are not those that were lost.
      if (random() < 0.3) {
        shop.restore(backup);
        shop.now += 3_600_000;
      }
      clone.now += 60_000;
    }
    archive.faultOf = () => "none";
    await archive.settle();
    for (const each of [shop, clone]) {
      note(each);
      each.start();
      await untilSent(each);
      each.kill();
    }
    for (const each of [shop, clone])
      for (const row of each.rows()) {
        const kept = archive.prints.get(keyOf({ ordinal: row.ordinal, fingerprint: fingerprintHex(row) }));
        expect(kept).toBeDefined();
        expect(kept?.print.updatedAt ?? 0).toBeGreaterThanOrEqual(row.updatedAt);
      }
    for (const key of archive.prints.keys()) expect(stored.has(key)).toBe(true);
    expect(archive.rewinds).toBeGreaterThan(0);
  });
});

/** Waits for some requests: what ends then is in the middle of any of them. @param chance from 0 up to 1 */
async function someRequests(chance: number): Promise<void> {
  const end = archive.requests + Math.floor(chance * 5);
  await until(() => archive.requests >= end);
}

function act(shop: Shop, id: number, chance: number): void {
  if (chance < 0.1) shop.remove("erased", id);
  else if (chance < 0.3) shop.mark("delete", id);
  else if (chance < 0.5) shop.mark("restore", id);
  else {
    shop.mark("restore", id);
    shop.change(id, `changed ${chance}`);
  }
}

/** Numbers from 0 up to 1 that are the same in each run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
