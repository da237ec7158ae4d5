import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import net from "node:net";
import { PrinterTypes } from "node-thermal-printer";
import { print as receiptio } from "receiptio";
import { describeUnless } from "../describe-unless.ts";
import {
  type Library,
  LIBRARIES,
  markdown,
  printWithLibrary,
  thermalReceipt,
  whyWithoutLibrary,
} from "./pos-client.ts";
import { paperOf, Shop } from "./shop.ts";

/* Three receipts by one connection that is kept, with a rest between, are three prints. */

const ORDERS = ["Order 7701", "Order 7702", "Order 7703"] as const;

/** Longer than the rest that tells receipts apart, shorter than the silence that ends a job: machines that test are busy. */
const REST_MILLISECONDS = 500;

const KICK = "\x1bp\x00\x19\xfa";

/** What clients send for each receipt, in the pieces in which they write it. */
const RECEIPTS: Readonly<Record<string, (order: string, number: number) => Promise<string[]>>> = {
  "node-thermal-printer": async (order) => [
    thermalReceipt(PrinterTypes.EPSON, 9100, order).getBuffer().toString("latin1"),
  ],
  receiptio: async (order) => [await receiptio(markdown("\\x1bp\\x00\\x19\\xfa", order), "-p epson -l de")],
  // Each command is written by itself; the code page is chosen when it changes.
  "what python-escpos sends": async (order, number) => [
    "\x1ba\x01",
    ...(number === 0 ? ["\x1bt\x00"] : []),
    `${order}\n`,
    "Caf\x82 Aurora\n",
    "\x1bd\x06",
    "\x1dV\x00",
    KICK,
  ],
  // It resets the printer when it connects.
  "what escpos-php sends": async (order, number) => [
    ...(number === 0 ? ["\x1b@"] : []),
    "\x1ba\x01",
    `${order}\n`,
    "Caf\x82 Aurora\n",
    "\x1dVA\x03",
    KICK,
  ],
};

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.start({});
});
afterEach(() => shop.end());

/** @param sent what was sent for each receipt, where that is known */
async function expectThree(sent: readonly string[] | null): Promise<void> {
  await shop.delivered(ORDERS.length);
  const prints = (await shop.prints()).map(({ raw }) => raw.toString("latin1"));
  expect(prints.map((raw) => ORDERS.filter((order) => raw.includes(order)))).toEqual(
    ORDERS.map((order) => [order]),
  );
  if (sent !== null) expect(prints).toEqual([...sent]);
  expect(shop.real.paper).toBe(await paperOf(Buffer.from(prints.join(""), "latin1"), {}));
  expect(await shop.deliveryStates()).toEqual(["done", "done", "done"]);
}

async function printAll(receipts: readonly (readonly string[])[]): Promise<net.Socket> {
  const socket = net.connect(shop.ports.raw, "127.0.0.1").setNoDelay(true).resume();
  for (const [number, pieces] of receipts.entries()) {
    if (number > 0) await Bun.sleep(REST_MILLISECONDS);
    for (const piece of pieces) socket.write(piece, "latin1");
  }
  return socket;
}

describe.each(Object.entries(RECEIPTS))("%s", (_name, receiptOf) => {
  test.each([true, false])("with the printer switched on: %p", async (isOn) => {
    const receipts = await Promise.all(ORDERS.map((order, number) => receiptOf(order, number)));
    if (!isOn) shop.real.goAway();
    const socket = await printAll(receipts);
    if (!isOn) shop.real.comeBack();
    await expectThree(receipts.map((pieces) => pieces.join("")));
    socket.destroy();
  });
});

for (const library of Object.keys(LIBRARIES) as Library[]) {
  describeUnless(whyWithoutLibrary(library), library, () => {
    test.each([true, false])("with the printer switched on: %p", async (isOn) => {
      if (!isOn) shop.real.goAway();
      expect(await printWithLibrary(library, shop.ports.raw, ...ORDERS)).toBe("printed");
      if (!isOn) shop.real.comeBack();
      await expectThree(null);
    });
  });
}
