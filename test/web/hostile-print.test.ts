import { afterAll, beforeAll, expect, test } from "bun:test";
import { BrowserPage, TestService } from "./chromium.ts";

const ATTACKS = [
  `<img src=x onerror="window.attacked=1">`,
  `</script><script>window.attacked=1</script>`,
  `javascript:window.attacked=1`,
  `"><svg onload=window.attacked=1>`,
  `</text></svg><script xmlns="http://www.w3.org/1999/xhtml">window.attacked=1</script>`,
  `]]><a href="javascript:window.attacked=1">x</a>`,
];

/** What the browser says of handlers that the policy refuses. */
const REFUSED = ["securitypolicyviolation: script-src-attr inline"];

let service: TestService;
let page: BrowserPage;

beforeAll(async () => {
  service = await TestService.start();
  page = await BrowserPage.open();
  for (const attack of ATTACKS)
    await service.store(`${attack}\n`, {
      label: attack,
      deviceId: attack,
      printKey: attack,
      width: 80,
      tag: { [attack]: attack, __proto__x: attack },
    });
  await page.go(service.signInLink);
  await page.untilText("#count", `${ATTACKS.length} prints`);
});

afterAll(async () => {
  page?.view.close();
  await service?.end();
});

test.each(ATTACKS.map((attack, index) => [attack, index + 1] as const))(
  "%s stays text everywhere",
  async (attack, id) => {
    await page.view.evaluate(`location.hash = "#/default/${id}"`);
    await page.until(`document.querySelector("#name").textContent === ${JSON.stringify(attack)}`);
    expect(await page.names()).toContain(attack);
    expect(await page.text("#fields")).toContain(attack);
    const characters = attack.replaceAll(" ", "").slice(0, 60);
    await page.until(
      `document.querySelector(".sheet svg")?.textContent.replace(/\\s/g, "").includes(${JSON.stringify(characters)})`,
    );
    await page.click("#edit");
    await page.until(`document.querySelector("#edit-label").value === ${JSON.stringify(attack)}`);
    await page.click("dialog .dialog-actions .button");
    expect(await page.view.evaluate("window.attacked ?? null")).toBeNull();
    expect(
      await page.view.evaluate(
        `document.querySelectorAll("main script, main [onerror], main [onload], main a[href^='javascript']").length`,
      ),
    ).toBe(0);
    expect(await page.faults()).toEqual([]);
  },
);

test("a drawing with scripts, handlers, links and foreign parts loses them", async () => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.attacked=1"><rect width="120" height="9"/>
    <script>window.attacked=1</script><g><text x="1" y="2" onclick="window.attacked=1">kept</text>
    <a href="javascript:window.attacked=1"><text>gone</text></a><image href="/api/me"/>
    <foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="window.attacked=1"/></foreignObject>
    <animate attributeName="href" to="javascript:1"/></g></svg>`;
  // The answer of the service is replaced, as if its drawing could not be trusted.
  await page.view.evaluate(`(() => {
    const real = window.fetch;
    window.fetch = async (path, options) =>
      String(path).includes("/preview") ? new Response(${JSON.stringify(drawing)}) : real(path, options);
    location.hash = "#/default/2";
  })()`);
  await page.until(`document.querySelector(".sheet svg")?.textContent.includes("kept")`);
  const names = await page.view.evaluate(
    `[...document.querySelectorAll(".sheet svg *")].map((e) => e.localName + [...e.attributes].map((a) => " " + a.name).join(""))`,
  );
  expect(names).toEqual(["rect width height", "g", "text x y", "image"]);
  expect(await page.view.evaluate("window.attacked ?? null")).toBeNull();
  // Some versions of the browser say of each handler in the drawing that it would not run, others of those that would.
  expect(REFUSED).toEqual(expect.arrayContaining(await page.faults()));
});

test("a handler that got into the page all the same does not run: the policy is the second line of defence", async () => {
  await page.view.evaluate(`(() => {
    document.body.insertAdjacentHTML("beforeend", '<p onclick="window.attacked=1"></p>');
    document.body.lastElementChild.click();
  })()`);
  await page.until(`window.faults.includes(${JSON.stringify(REFUSED[0])})`);
  expect(await page.view.evaluate("window.attacked ?? null")).toBeNull();
});
