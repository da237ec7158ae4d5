import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ReferenceAnswer } from "../../../src/contract/reference.ts";
import { expectAccessible } from "../accessibility.ts";
import { BrowserPage, TestService } from "../chromium.ts";

let service: TestService;
let page: BrowserPage;
beforeAll(async () => {
  service = await TestService.start();
  page = await BrowserPage.open(1366, 768);
  await page.go(service.signInLink);
  await page.untilText(".nav-link", "Prints");
});
afterAll(async () => {
  page?.view.close();
  await service?.end();
});

const HOSTILE = "<img src=x onerror=alert(1)>";
const PAGE = (lines: readonly string[]) => `\u001b@${lines.join("\n")}\n\u001dV\0`;
const ITEMS = Array.from({ length: 40 }, (_, index) => `1 x Item ${index}   6.50`);
const SALE = ["Corner Cafe", "Order 1001", ...ITEMS, "Total 9.75"];

async function open(path: string): Promise<void> {
  await page.view.evaluate(`location.hash = ${JSON.stringify(`#/default/${path}`)}`);
}

async function reference(method: string, name: string, body?: object): Promise<ReferenceAnswer> {
  const response = await fetch(
    `${service.address}/api/workspace/default/references/${encodeURIComponent(name)}`,
    {
      method,
      headers: { Authorization: `Bearer ${service.token}`, "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    },
  );
  expect(response.ok).toBe(true);
  return (await response.json()) as ReferenceAnswer;
}

const marks = (side: "a" | "b") => `document.querySelectorAll(".compared-${side} .compare-mark").length`;
const words = ".compare-words";

describe("comparing", () => {
  test("a print alone is compared with the one of its label before it; keys go from difference to difference", async () => {
    const before = await service.store(PAGE(SALE), { label: "sale" });
    const changed = SALE.toSpliced(35, 0, "Tip 2.00").with(1, "Order 1002");
    const { id } = await service.store(PAGE(changed), { label: "sale" });
    await open(`compare?a=${id}`);
    await page.untilText(words, "The paper differs in 2 places.");
    await page.until(`${marks("a")} === 2 && ${marks("b")} === 2`);
    await page.untilText(".compared-a .compared-title", `Print ${before.id} · sale`);
    await page.untilText(".compared-b .compared-title", `Print ${id} · sale`);
    await page.view.press("n");
    await page.untilText(words, "“Order 1001” became “Order 1002”.");
    await page.view.press("n");
    await page.untilText(words, "“Tip 2.00” was added.");
    // Both papers were moved to it, and the one on the left to where the line would be.
    await page.until(
      `[...document.querySelectorAll(".compared-pane")].every((pane) => pane.scrollTop > 100)`,
    );
    await page.view.press("p");
    await page.untilText(words, "“Order 1001” became");
  });

  test("the other paper follows when one is scrolled, line beside line", async () => {
    const pane = (side: string) => `document.querySelector(".compared-${side} .compared-pane")`;
    await page.view.evaluate(`${pane("b")}.scrollTop = 0`);
    await page.until(`${pane("a")}.scrollTop === 0`);
    await page.view.evaluate(`${pane("b")}.scrollTop = ${pane("b")}.scrollHeight`);
    await page.until(`${pane("a")}.scrollTop > 200`);
  });

  test("the lines that differ are told side by side, with what differs in them", async () => {
    await chooseTab("Text");
    await page.untilText(".compare-line.compare-removed", "Order 1001");
    await page.untilText(".compare-line.compare-added", "Tip 2.00");
    expect(await page.text(".compare-removed .compare-word")).toBe("1");
    expect(await page.text(".compare-added .compare-word")).toBe("2");
    await chooseTab("Paper");
  });

  test("a pattern is added and taken away, and stands in the address", async () => {
    await page.click(".compare-wish summary");
    await page.fill(".compare-wish .field-input", "Order \\d+");
    await page.view.press("Enter");
    await page.untilText(words, "The paper differs in one place.");
    await page.until(`document.querySelectorAll(".compare-ignored").length === 2`);
    expect(await page.view.evaluate("new URLSearchParams(location.hash.split('?')[1]).get('ignore')")).toBe(
      "Order \\d+",
    );
    await page.click(".compare-wish .chip-remove");
    await page.untilText(words, "2 places");
    await page.fill(".compare-wish .field-input", "(");
    await page.view.press("Enter");
    await page.untilText(".notice-bad", "must be a regular expression of RE2");
    await page.click(".compare-wish .chip-remove");
    await page.untilText(words, "2 places");
  });

  test("a print is approved by name, and compared with what was approved from then on", async () => {
    const { id } = await service.store(PAGE(SALE), { label: HOSTILE });
    await open(`compare?a=${id}`);
    await page.untilText(".empty-state", "There is nothing to compare it with yet");
    await page.click(".page-actions .button-main");
    await page.until(`document.querySelector("dialog[open] input")?.value === ${JSON.stringify(HOSTILE)}`);
    await page.click("dialog[open] .button-main");
    await page.untilText(words, "The paper is the same, and so are the bytes.");
    await page.untilText(".compared-a .compared-title", `Reference ${HOSTILE}`);
    await page.untilText(".badge", "Same");
    await reference("DELETE", HOSTILE);
  });

  test("what is not there is said, and what is chosen in the form is shown", async () => {
    await open("compare?a=99999");
    await page.untilText(".notice-bad", "There is no print 99999");
    await open("compare");
    await page.untilText(".empty-state", "Which print?");
    await page.fill(".compare-choice .field-input", "1");
    await page.view.press("Enter");
    await page.untilText(words, "The paper differs");
    expect(await page.view.evaluate("location.hash")).toContain("a=1");
  });

  test("is open to everybody", async () => {
    await page.until(`${marks("a")} > 0`);
    await expectAccessible(page);
    await chooseTab("Text");
    await expectAccessible(page);
    expect(await page.faults()).toEqual([]);
  });
});

async function chooseTab(title: string): Promise<void> {
  await page.pressFound(
    `[...document.querySelectorAll("[role=tab]")].find((tab) => tab.textContent.startsWith("${title}"))`,
  );
}

describe("the references", () => {
  test("tell whether the newest print of each still looks like it, as prints come", async () => {
    await open("references");
    await page.untilText(".empty-state", "Nothing is approved yet");
    const { id } = await service.store(PAGE(["Tea 2.00"]), { label: "tea" });
    await reference("PUT", "tea", { printId: id, ignore: [HOSTILE] });
    await open("compare");
    await open("references");
    await page.untilText(".badge-good", "Same");
    await page.untilText(".table td", HOSTILE);
    await service.store(PAGE(["Tea 2.50"]), { label: "tea" });
    await page.untilText(".badge-bad", "Different");
    await expectAccessible(page);
    await page.click(".reference-actions a");
    await page.untilText(words, "The paper differs in one place.");
  });

  test("are removed once that is confirmed", async () => {
    await open("references");
    await page.click(".reference-actions .button-danger");
    await page.untilText("dialog[open]", "Remove the reference tea?");
    await page.click("dialog[open] .button-danger");
    await page.untilText(".empty-state", "Nothing is approved yet");
    expect(await page.faults()).toEqual([]);
  });
});
