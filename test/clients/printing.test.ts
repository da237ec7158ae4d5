import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { describeUnless } from "../describe-unless.ts";
import { until } from "../until.ts";
import { CLIENTS, FILE, ORDER, type PosClient } from "./pos-client.ts";
import { paperOf, Shop, startPrinter } from "./shop.ts";

/*
 * Clients as shops run them print by the compiled service to a printer behind it. What they say, what is stored and what is on
 * paper must be the same as where they print to that printer directly; and again while it is switched off.
 */

const KICKS = { epson: "\x1bp", star: "\x07" } as const;

let shop: Shop;

/** What a client sends to a printer without us; nothing where it does not speak to printers so. */
async function directly(client: PosClient): Promise<Buffer | null> {
  if (client.protocol === "epos") return null;
  if (client.protocol !== "raw") return FILE;
  const direct = startPrinter(client);
  expect(await client.print({ ...shop.ports, raw: direct.port })).toBe(client.success);
  await until(() => direct.connections > 0 && direct.open.size === 0, "the end of the connection");
  direct.goAway();
  return Buffer.from(direct.received, "latin1");
}

/** The print of a client is stored once, and comes out once, as it would without us. */
async function expectPrinted(client: PosClient): Promise<void> {
  const { real } = shop;
  await shop.delivered(1);
  const prints = await shop.prints();
  expect(prints).toHaveLength(1);
  const [{ print, raw } = { print: null, raw: Buffer.of() }] = prints;
  expect(print?.tag).toMatchObject({ protocol: client.protocol });
  expect(print?.tag["incomplete"]).toBeUndefined();
  const wanted = await directly(client);
  if (wanted !== null) expect(raw.toString("latin1")).toBe(wanted.toString("latin1"));
  expect(real.paper).toBe(await paperOf(raw, client));
  expect(real.paper.split(ORDER)).toHaveLength(2);
  expect(real.paper).toContain("|");
  expect(real.received).toContain(client.isStar === true ? KICKS.star : KICKS.epson);
  expect(await shop.deliveryStates()).toEqual(["done"]);
}

for (const client of CLIENTS) {
  describeUnless(client.without, client.name, () => {
    beforeEach(async () => {
      shop = await Shop.start(client);
    });
    afterEach(() => shop.end());

    test("prints as it would without us", async () => {
      expect(await client.print(shop.ports)).toBe(client.success);
      await expectPrinted(client);
    });

    test("prints while the printer is switched off; the paper comes when it is back", async () => {
      shop.real.goAway();
      expect(await client.print(shop.ports)).toBe(client.success);
      await until(async () => (await shop.prints()).length > 0, "the print");
      expect(shop.real.paper).toBe("");
      shop.real.comeBack();
      await expectPrinted(client);
    });
  });
}

describe("receiptio, whose printer is reached and in trouble, says so and prints nothing", () => {
  const client = CLIENTS.find(({ name }) => name === "receiptio for Epson");
  if (client === undefined) throw new Error("it is not in the table");
  beforeEach(async () => {
    shop = await Shop.start(client);
  });
  afterEach(() => shop.end());

  test.each([
    ["paper-end", "exit code 102: paperempty"],
    ["cover-open", "exit code 101: coveropen"],
  ] as const)("%s", async (trouble, said) => {
    shop.real.set({ trouble });
    // Its first question may come before the real printer has been asked; what is tested is what is said from then on.
    await shop.isOnline(false);
    expect((await client.print(shop.ports)).trim()).toBe(said);
    shop.real.set({ trouble: "none" });
    await shop.isOnline(true);
    expect(await client.print(shop.ports)).toBe(client.success);
    await expectPrinted(client);
  });
});
