import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { choiceOf, FIRST_CHOICE, gapsAddress } from "../../../src/web/browser/pages/gaps/gap-choice.ts";
import { expectAccessible } from "../accessibility.ts";
import { Reader } from "./reader.ts";

const CARDS = "/api/workspace/default/cards";

let reader: Reader;
beforeAll(async () => {
  reader = await Reader.start();
  const store = (receipt: string, deviceId: string, text: string) =>
    reader.service.store(`${text}\n`, { deviceId, tag: { receipt } });
  await store("R-01", "till-1", "one");
  await store("R-04", "till-1", "four");
  await store("R-04", "till-1", "another four");
  await store("R-01", "till-2", "VISA 4111111111111111");
  while ((await reader.api<{ prints: number }>(CARDS)).prints === 0) await Bun.sleep(20);
});
afterAll(() => reader?.end());

test("numbers are chosen, and what is missing is shown with the prints beside it", async () => {
  await reader.open("#/default/gaps", "Completeness");
  await reader.until(
    `[...document.querySelectorAll("main option")].some(({ value }) => value === "receipt")`,
  );
  await reader.fill("Where the number is", "receipt");
  await reader.press("Look for gaps");
  await reader.see("4 prints with numbers: 2 missing, 1 doubled (1 on different receipts), 0 out of order.");
  await reader.see("R-02 to R-03", ".table");
  await reader.see("Different receipts", ".table");
  await reader.see("Print 2", ".table");
});

test("the address has what was chosen", async () => {
  await reader.until(`location.hash === "#/default/gaps?of=receipt&by=device"`);
  await reader.open("#/default/gaps?of=receipt&by=device&pattern=X-%23", "Completeness");
  await reader.see("No print has a number there.");
  await reader.see("4 prints have something there that is no number:");
});

test("devices that print full card numbers are named, and old prints are looked through", async () => {
  await reader.see(
    "1 print has full card numbers. They are masked where prints are shown; the bytes have them.",
  );
  await reader.see("till-2", ".table");
  await reader.see("Visa", ".table");
  await reader.press("Look through old prints");
  await reader.see("4 old prints were looked through; 1 had some.");
});

test("is open to everybody", async () => {
  await reader.open("#/default/gaps?of=receipt&by=device%2Cday", "Completeness");
  await reader.see("R-02 to R-03", ".table");
  await expectAccessible(reader.page);
  expect(await reader.page.faults()).toEqual([]);
});

describe("the address", () => {
  test.each([
    FIRST_CHOICE,
    { ...FIRST_CHOICE, tag: "order & more", byDay: true, pattern: "*-#", startsAt: "1", dayBegins: "04:00" },
    { ...FIRST_CHOICE, byDevice: false, from: "2026-01-31", to: "2026-02-28" },
  ])("of %j says it all", (choice) => {
    const address = gapsAddress("shop", choice, 3);
    const query = new URLSearchParams(address.split("?")[1]);
    expect(choiceOf(query)).toEqual(choice);
    expect(query.get("page")).toBe("3");
  });

  test("without a choice has none", () => expect(choiceOf(new URLSearchParams())).toBeNull());
});
