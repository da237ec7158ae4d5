import { expect, test } from "bun:test";
import { ADOPTION_LIMITS } from "../../src/domain/limits.ts";
import { JournalAdoption } from "../../src/storage/journal-adoption.ts";
import type { WriteOperation, WriteSuccess } from "../../src/storage/write-operation.ts";
import { until } from "../until.ts";
import { JournalledDatabase } from "../verification/journalled-database.ts";

const STEPS = 5;

/** A database of before there was a journal, with a writer that counts what it is asked for. */
function oldShop() {
  const shop = new JournalledDatabase();
  shop.prints(STEPS * ADOPTION_LIMITS.stepPrints);
  shop.becomeOld();
  const writer = {
    depth: 0,
    asked: 0,
    submit(operation: WriteOperation): Promise<WriteSuccess> {
      writer.asked++;
      const [id = 0] = shop.write(operation);
      return Promise.resolve({ ok: true, id, json: "", replayed: false });
    },
  };
  return { shop, writer, adoption: new JournalAdoption(shop.database, writer) };
}

const waiting = async (shop: JournalledDatabase) => (await shop.verify()).waiting;

test("all prints of before are taken up, step by step, and then it has nothing more to do", async () => {
  const { shop, writer, adoption } = oldShop();
  adoption.start();
  await until(async () => (await waiting(shop)) === 0);
  expect(writer.asked).toBe(STEPS);
  await adoption.close();
  expect(await shop.verify()).toMatchObject({ waiting: 0, findings: [] });
});

test("it stands back while there is something else to write, and can be ended meanwhile", async () => {
  const { shop, writer, adoption } = oldShop();
  writer.depth = 1;
  adoption.start();
  await adoption.close();
  expect([writer.asked, await waiting(shop)]).toEqual([0, STEPS * ADOPTION_LIMITS.stepPrints]);
});

test("the next start goes on where the last one ended", async () => {
  const { shop, writer, adoption } = oldShop();
  adoption.start();
  await until(() => Promise.resolve(writer.asked > 0));
  await adoption.close();
  const before = writer.asked;
  expect(await waiting(shop)).toBe((STEPS - before) * ADOPTION_LIMITS.stepPrints);
  shop.restart();
  const next = new JournalAdoption(shop.database, writer);
  next.start();
  await until(async () => (await waiting(shop)) === 0);
  await next.close();
  expect(writer.asked).toBe(STEPS);
});
