import { afterAll, beforeAll, expect, test } from "bun:test";
import { holdingWords } from "../../../../src/web/browser/pages/prints/holding-words.ts";
import { LANGUAGES } from "../../../../src/web/browser/texts/languages.ts";
import { showTexts } from "../../../../src/web/browser/texts/texts.ts";
import { freePort, run } from "../../../service.ts";
import { BrowserPage, TestService } from "../../chromium.ts";
import { HeldAnswers } from "../../held-answers.ts";

let service: TestService;
let page: BrowserPage;

beforeAll(async () => {
  showTexts("en", await LANGUAGES.en.load());
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

test("what a printer holds for a person is in its tray, to be printed or not", async () => {
  await printer("add", "kitchen", "--target", `tcp://127.0.0.1:${freePort()}`, "--hold-after", "1s");
  await printer("test", "kitchen");
  await printer("test", "kitchen");
  await page.untilText("#held", /^2 prints wait for you at kitchen\.\s*Print all\s*Print none$/);
  const slow = await HeldAnswers.of(page, /^POST .*\/held\/cancel$/);
  await slow.pressTwice(
    `[...document.querySelectorAll("#held button")].find((one) => one.textContent === "Print none")`,
  );
  expect(await slow.bodies()).toHaveLength(1);
  await slow.end();
  await page.untilText(".toasts", "2 prints will not be printed.");
  await page.untilText("#held", /^$/);
  await page.click(".row-name");
  await page.untilText("#deliveries", /kitchen\s*Is not to be printed\./);

  await printer("test", "kitchen");
  await page.untilText("#held", /^1 print waits for you at kitchen\./);
  const reading = await HeldAnswers.of(page, /^GET .*\/printers$/);
  await page.press("Print all", "#held");
  await page.untilText(".toasts", "1 print will be printed.");
  // What it held is on the page still.
  const busy = `[...document.querySelectorAll("#held button")].filter((one) => one.ariaDisabled).map((one) => one.textContent)`;
  expect(await page.view.evaluate(busy)).toEqual(["Print all"]);
  await reading.end();
  await page.until(`${busy}.length === 0`);
  expect(await page.faults()).toEqual([]);
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
