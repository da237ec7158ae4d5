import { afterAll, beforeAll, expect, test } from "bun:test";
import { MadeKey, MadeTill, madeTse } from "../../fiscal/made-codes.ts";
import { symbolBytes } from "../../fiscal/receipts.ts";
import { until } from "../../until.ts";
import { expectAccessible } from "../accessibility.ts";
import { Reader } from "./reader.ts";

const WORKSPACE = "/api/workspace/default";

let reader: Reader;
const key = new MadeKey();
const unit = new MadeKey();
let forged: number;

beforeAll(async () => {
  reader = await Reader.start();
});
afterAll(() => reader?.end());

async function store(text: string): Promise<number> {
  const { id } = await reader.service.call("POST", "/json", { raw: symbolBytes(text).toBase64() });
  return id;
}

test("without a code the page says so, and what it would not prove", async () => {
  await reader.open("#/default/fiscal", "Fiscal codes");
  await reader.see("There is no fiscal code");
  await reader.see("no fiscal system");
  await reader.see("That a certificate is valid");
});

test("what was found is told, with the print", async () => {
  const time = (minute: number) => `2026-03-01T10:0${minute}:00.000Z`;
  const code = (number: number) => ({
    key,
    transactionNumber: String(number),
    signatureCounter: String(number * 2),
    startTime: time(number),
    logTime: time(number),
  });
  await store(madeTse(code(1)));
  await store(madeTse(code(4)));
  forged = await store(madeTse(code(5)).replaceAll("11.90", "10.90"));
  await store(new MadeTill(unit).next());
  const tags = async () => (await reader.api<{ tag: object }>(`${WORKSPACE}/prints/${forged + 1}`)).tag;
  await until(async () => "fiscal.system" in (await tags()));
  await reader.open("#/default/rules", "Rules");
  await reader.open("#/default/fiscal", "Fiscal codes");
  await reader.see("No receipts are here for transactions 2 to 3.", ".table");
  await reader.see("The signature does not fit what the code says.", ".table");
  await reader.see("KASSE-1", ".table");
  await reader.see("Something is wrong");
  await expectAccessible(reader.page);
});

test("a certificate is given, and taken away again", async () => {
  await reader.press("Give a certificate");
  await reader.fill("Certificate or key (PEM or base64)", "hello!");
  await pressInDialog("Give a certificate");
  await reader.see("is neither PEM nor base64", "dialog");
  await reader.fill("Certificate or key (PEM or base64)", unit.spki.toBase64());
  await reader.fill("Serial number", "20F2ED172DAA09E5");
  await pressInDialog("Give a certificate");
  await reader.see("20f2ed172daa09e5", ".table");
  await reader.press("Remove 20f2ed172daa09e5");
  await reader.press("Remove");
  await reader.see("There is none.");
});

test("a till alone is asked for", async () => {
  await reader.fill("Till", "KASSE-1");
  await reader.press("Show");
  await reader.see("1 code: nothing wrong was found. The signature of 1 was not checked.");
  await reader.until("location.hash.includes('till=KASSE-1')");
});

test("the fields of a code stand beside its print, in words", async () => {
  await reader.page.view.evaluate(`location.hash = "#/default/${forged}"`);
  await reader.see("German code (TSE)", "#fiscal");
  await reader.see("The signature does not fit what the code says.", "#fiscal");
  await reader.see("Amounts and payments", "#fiscal");
  await expectAccessible(reader.page);
  expect(await reader.page.faults()).toEqual([]);
});

/** Presses the button of the open dialog, which the page has under the same name. */
async function pressInDialog(name: string): Promise<void> {
  await reader.press(name);
}
