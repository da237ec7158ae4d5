import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NO_BACKUPS } from "../../src/backup/backup-options.ts";
import { readHealth } from "../../src/web/browser/health.ts";
import { freePort, run, temporaryFolder } from "../service.ts";
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

/** The page asks rarely; when it is seen again it asks at once. A report counts for a moment. */
async function untilHealth(expression: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    await page.lookNow();
    await Bun.sleep(300);
    if (await page.view.evaluate(expression)) return;
    if (performance.now() > deadline) throw new Error(`never true: ${expression}`);
  }
}

test("a healthy service is not talked about", async () => {
  await untilHealth(`document.querySelector("#health") === null`);
});

test("a printer whose port is not open is told of, in red, until it is", async () => {
  using other = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  await printer("add", "till", "--raw-port", String(other.port));
  await untilHealth(`document.querySelector("#health") !== null`);
  const text = await page.text("#health");
  expect(text).toStartWith(`Tills cannot print now. Port ${other.port} of printer "till" (raw) is not open:`);
  const [shown, red] = (await page.view.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "var(--red)";
    const both = [document.querySelector("#health .notice-bad"), probe].map((each) => getComputedStyle(each).color);
    probe.remove();
    return both;
  })()`)) as [string, string];
  expect(shown).toBe(red);
  // The notice leads to where that is mended by one press.
  await page.press("To the printers", "#health");
  await page.untilText(".printer-state-bad", /another program on this machine has port/);
  const offered = String(
    await page.until(
      `[...document.querySelectorAll("main button")].map((each) => each.textContent).find((words) => /^Use port/.test(words))`,
    ),
  );
  expect(Number(/\d+/.exec(offered)?.[0])).toBeGreaterThan(other.port);
  // The one that is offered may be anybody's, too.
  await page.press(offered, "main");
  await page.untilText(".toast", /Tills print to port \d+ now\./);
  await printer("update", "till", "--raw-port", String(freePort()));
  await untilHealth(`document.querySelector("#health") === null`);
  expect(await page.faults()).toEqual([]);
});

test("where only one printer's port is not open, it is named, and so is what works", async () => {
  using other = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const open = freePort();
  await printer("add", "bar", "--raw-port", String(open));
  await printer("add", "till-2", "--raw-port", String(other.port));
  await untilHealth(`document.querySelector("#health .notice-bad") !== null`);
  const sentences = [
    "Some tills cannot print now.",
    `Port ${other.port} of printer "till-2" (raw) is not open: port ${other.port} is in use by another program.`,
  ];
  expect(await page.text("#health")).toStartWith(sentences.join(" "));
  expect(await page.text("#health")).not.toContain("Tills cannot print now.");
  await page.view.evaluate(`location.hash = "#/~/system"`);
  await page.untilText(".system-health", `"till-2" (raw) is not open`);
  await page.untilText("main", "Some tills cannot print now.");
  for (const width of [390, 1280]) {
    await page.view.resize(width, 844);
    await page.until(`innerWidth === ${width} && document.documentElement.scrollWidth <= innerWidth`);
  }
  await page.press("To the printers", "#health");
  await page.untilText(".printer-state-bad", /another program on this machine has port/);
  for (const name of ["bar", "till-2"]) await printer("remove", name);
  await untilHealth(`document.querySelector("#health") === null`);
  await page.view.evaluate(`location.hash = "#/default"`);
  expect(await page.faults()).toEqual([]);
});

test("it leads to the workspace whose printer it is, whichever is shown", async () => {
  expect(await run(["workspace", "create", "bar", "--data", service.folder])).toMatchObject({ exitCode: 0 });
  using other = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  await printer("add", "counter", "--workspace", "bar", "--raw-port", String(other.port));
  // The pages know of the workspace once they are loaded anew.
  await page.go(`${service.address}/?again`);
  await page.view.evaluate(`location.hash = "#/default/printers"`);
  await untilHealth(`document.querySelector("#health") !== null`);
  await page.press("To the printers of bar", "#health");
  await page.until(`location.hash === "#/bar/printers"`);
  await page.untilText(".printer-state-bad", /another program on this machine has port/);
  // What is less bad than that is told on demand: it would fill a phone.
  const others = await page.view.evaluate(`document.querySelector("#health details")?.open ?? null`);
  expect(others).not.toBe(true);
  // There it leads nowhere else.
  await page.until(
    `document.querySelector("#health") !== null && !/printers of/.test(document.querySelector("#health").textContent)`,
  );
  await printer("remove", "counter");
  await untilHealth(`document.querySelector("#health") === null`);
  await page.view.evaluate(`location.hash = "#/default"`);
  expect(await page.faults()).toEqual([]);
});

test.each([
  ["well", { canPrint: true, components: { a: { state: "ok", message: "Fine." } } }, true, []],
  [
    "unwell",
    {
      canPrint: false,
      components: { a: { state: "degraded", message: "So so." }, b: { state: "failed", message: "No." } },
    },
    false,
    [
      { component: "b", state: "failed", message: "No.", details: {} },
      { component: "a", state: "degraded", message: "So so.", details: {} },
    ],
  ],
])("an answer that is %s", (_name, answer, canPrint, troubles) => {
  expect(readHealth(answer)).toEqual({ canPrint, troubles, restorable: "" });
});

test.each([[null], [""], [[]], [{}], [{ code: "UNKNOWN" }]])("%j is no answer about health", (answer) => {
  expect(readHealth(answer)).toBeNull();
});

test("as of when a backup can be restored is told below the list", async () => {
  const [dataFolder, to] = [temporaryFolder(), temporaryFolder()];
  const now = Date.now();
  const record = { triedAt: now, restorableAsOf: now, prints: 3, bytes: 1, milliseconds: 1, fault: null };
  writeFileSync(join(dataFolder, "tillroll.drill"), JSON.stringify(record));
  const other = await TestService.start({ dataFolder, backups: { ...NO_BACKUPS, to } });
  const own = await BrowserPage.open();
  try {
    await own.go(other.signInLink);
    await own.untilText(
      "#restorable",
      /^Restorable as of \w+ \d+, \d{4}, [0-9:]+ [AP]M: 3 prints were restored/,
    );
    expect(await own.faults()).toEqual([]);
  } finally {
    own.view.close();
    await other.end();
    for (const folder of [dataFolder, to]) rmSync(folder, { recursive: true, force: true });
  }
});
