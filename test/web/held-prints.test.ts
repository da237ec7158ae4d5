import { afterAll, beforeAll, expect, test } from "bun:test";
import { holdingWords } from "../../src/web/browser/held-prints.ts";
import { deliveryWords } from "../../src/web/browser/print-deliveries.ts";
import { freePort, run } from "../service.ts";
import { BrowserPage, TestService } from "./chromium.ts";

let service: TestService;
let page: BrowserPage;

beforeAll(async () => {
  service = await TestService.start();
  page = await BrowserPage.open();
  await page.go(service.signInLink);
  await page.untilText("#count", /print/);
});
afterAll(async () => {
  page?.view.close();
  await service?.end();
});

const printer = async (...words: readonly string[]) =>
  expect(await run(["printer", ...words, "--data", service.folder])).toMatchObject({ exitCode: 0 });

/** The page asks rarely; when it is seen again it asks at once. */
async function untilTrays(expected: RegExp): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    await page.lookNow();
    await Bun.sleep(200);
    const text = await page.text("#held");
    if (expected.test(text)) return;
    if (performance.now() > deadline) throw new Error(`the trays never were ${expected}, but "${text}"`);
  }
}

const press = (words: string) =>
  page.view.evaluate(
    `[...document.querySelectorAll("#held button")].find(({ textContent }) => textContent === "${words}").click()`,
  );

test("what a printer holds for a person is in its tray, to be printed or not", async () => {
  await printer("add", "kitchen", "--target", `tcp://127.0.0.1:${freePort()}`, "--hold-after", "1s");
  await printer("test", "kitchen");
  await printer("test", "kitchen");
  await untilTrays(/^2 prints wait for you at kitchen\.\s*Print all\s*Print none$/);
  await press("Print none");
  await page.untilText("#toasts", "2 prints will not be printed.");
  await page.untilText("#held", /^$/);
  await page.click(".row");
  await page.untilText("#deliveries", /kitchen\s*Is not to be printed\./);

  await printer("test", "kitchen");
  await untilTrays(/^1 print waits for you at kitchen\./);
  await press("Print all");
  await page.untilText("#toasts", "1 print will be printed.");
  expect(await page.faults()).toEqual([]);
});

test.each([
  [
    "a person's choice",
    { state: "held", reason: "It waited for 2 h." },
    "kitchen",
    "Waits for you to have it printed or not. It waited for 2 h.",
  ],
  [
    "a copy",
    { state: "done", isCopy: true, notes: ["The drawer kick was left out."] },
    "kitchen, a copy",
    "Printed. The drawer kick was left out.",
  ],
  ["a backup", { state: "queued", forPrinter: "bar" }, "kitchen for bar", "Waits to be printed."],
  [
    "a printer that is gone",
    { state: "cancelled", printer: null },
    "a printer that was removed",
    "Is not to be printed.",
  ],
] as const)("%s in words", (_, delivery, name, words) => {
  const plain = { printer: "kitchen", reason: null, notes: [], isCopy: false, forPrinter: null };
  expect(
    deliveryWords({ ...plain, ...delivery, notes: [...("notes" in delivery ? delivery.notes : [])] }),
  ).toEqual({ printer: name, words });
});

test.each([
  [{ held: 0, divertedTo: null }, null],
  [{ held: 1, divertedTo: null }, "1 print waits for you at kitchen."],
  [{ held: 12, divertedTo: null }, "12 prints wait for you at kitchen."],
  [{ held: 0, divertedTo: "bar" }, "bar prints in place of kitchen."],
  [{ held: 2, divertedTo: "bar" }, "bar prints in place of kitchen. 2 prints wait for you at kitchen."],
  [{ held: 0, divertedTo: null, waiting: 1 }, null],
  [
    { held: 0, divertedTo: null, waiting: 3, reason: "The printer is out of paper." },
    "3 prints wait to be printed at kitchen. The printer is out of paper.",
  ],
])("%p is told as %p", (queue, words) => {
  const rest = { waiting: 0, since: null, reason: null };
  expect(holdingWords({ name: "kitchen", queue: { ...rest, ...queue } })).toBe(words);
});
