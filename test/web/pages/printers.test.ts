import { afterAll, beforeAll, expect, test } from "bun:test";
import { ScriptedPrinter } from "../../delivery/scripted-printer.ts";
import { freePort } from "../../service.ts";
import { until } from "../../until.ts";
import { expectAccessible } from "../accessibility.ts";
import { BrowserPage, TestService } from "../chromium.ts";
import { HeldAnswers } from "../held-answers.ts";

/* The page of printers, with a real printer behind one of them that runs out of paper. */

let service: TestService;
let page: BrowserPage;
let real: ScriptedPrinter;
const rawPort = freePort();

beforeAll(async () => {
  const printing = { rawPort, ports: {}, announce: false, epsonDiscovery: false };
  service = await TestService.start({ printing });
  real = ScriptedPrinter.start();
  page = await BrowserPage.open(1366, 768);
  await page.go(service.signInLink);
  await page.until(`document.querySelector("#page")`);
  await page.view.evaluate(`location.hash = "#/default/printers"`);
  await page.untilText(".card", "Stores what is printed");
});

afterAll(async () => {
  page?.view.close();
  await service?.end();
  real?.goAway();
});

/** Presses what is called so on the card of a printer. */
async function pressOn(printer: string, name: string): Promise<void> {
  const card = `[...document.querySelectorAll(".card")].find((card) => card.querySelector(".card-title").textContent === "${printer}")`;
  await page.pressFound(
    `[...(${card}?.querySelectorAll("button") ?? [])].find((one) => [one.ariaLabel, one.textContent.trim()].includes("${name}"))`,
  );
}

const fieldNamed = (name: string) => `dialog [name="${name}"]`;

/** How often the sample receipt is on the real printer's paper. */
const printed = () => real.paper.split("TILLROLL").length - 1;

test("a printer is added by its form, which says what the service refuses", async () => {
  await page.press("Add a printer");
  await page.until(`document.querySelector('${fieldNamed("target")}')`);
  await expectAccessible(page, "dialog");
  await page.fill(fieldNamed("name"), "kit chen");
  await page.fill(fieldNamed("target"), real.target);
  await page.fill(fieldNamed("rawPort"), String(freePort()));
  // A setting that is folded away, as its row says it: a duration.
  await page.press("When the real printer prints nothing");
  await page.fill(fieldNamed("holdAfter"), "2h");
  await page.press("Add it");
  await page.untilText("dialog .field-problem", "must have 1 to 63 of the characters");
  await page.fill(fieldNamed("name"), "kitchen");
  await page.set(fieldNamed("model"), "epson-tm-t88v");
  await page.press("Add it");
  await page.untilText(".card", /Epson TM-T88V/);
  await page.untilText(".card", "Prints.");
  const added = (await api("GET", "printers/kitchen")) as {
    readonly target: string;
    readonly holdAfter: number;
  };
  expect(added).toMatchObject({ target: real.target, holdAfter: 7200, model: "epson-tm-t88v" });
  expect(await page.faults()).toEqual([]);
});

test("an outage is on the card at once; what waited is printed, and printed again", async () => {
  real.behaviour.trouble = "paper-end";
  await pressOn("kitchen", "Test print");
  await page.untilText(".card", /Out of paper since .*1 print has waited since/);
  await expectAccessible(page);
  real.behaviour.trouble = "none";
  await pressOn("kitchen", "Print now");
  await until(() => printed() === 1);
  await page.untilText(".card", /kitchenReady.*Prints\./);
  await pressOn("kitchen", "More for kitchen");
  await page.press("Print the last one again");
  await until(() => printed() === 2);
});

test("a printer is held, what waits is cancelled after a question, and it is resumed", async () => {
  await pressOn("kitchen", "Hold");
  await page.untilText(".card", "Held: prints wait until it is resumed");
  await pressOn("kitchen", "Test print");
  await page.untilText(".printer-waiting", "1 print has waited");
  await pressOn("kitchen", "Cancel");
  await page.untilText("dialog", "1 print will not come out");
  await page.press("Cancel all");
  await page.until(`document.querySelector(".printer-waiting") === null`);
  await pressOn("kitchen", "Resume");
  await page.untilText(".card", /kitchenReady/);
  expect(printed()).toBe(2);
});

test("what a printer by itself tells: ways to it, who prints, web pages, and faults for a test", async () => {
  // Whoever sets the origins, if only to none, wants that none is taken by itself.
  await api("PATCH", "printers/receipt", { allowOrigins: [] });
  await refuse("https://pos.example");
  const socket = await Bun.connect({ hostname: "127.0.0.1", port: rawPort, socket: { data() {} } });
  socket.end("order 1\n");
  await page.view.evaluate(`location.hash = "#/default/printers/receipt"`);
  await page.untilText(".printer-ways", `:${rawPort}`);
  await page.until(`document.querySelector(".qr-code path")`);
  await page.untilText("table", "127.0.0.1");
  await expectAccessible(page);

  await page.press("Allow https://pos.example");
  await page.until(`document.querySelector('[aria-label="Block https://pos.example"]')`);
  await page.press("Block 127.0.0.1");
  await page.untilText("dialog", "It cannot print on receipt any more");
  await page.pressOn("dialog .button-danger");
  await page.until(`document.querySelector('[aria-label="Allow 127.0.0.1"]')`);
  await page.set("[name=fault]", "paper-end");
  await page.untilText(".printer-state", "Set to “The paper is out” for a test");
  expect(await api("GET", "printers/receipt")).toMatchObject({
    allowOrigins: ["https://pos.example"],
    block: ["127.0.0.1"],
    simulate: "paper-end",
  });
  await page.press("End the test");
  await page.untilText(".printer-state", "Stores what is printed");
  expect(await page.faults()).toEqual([]);
});

/** A web page that may not print tries to. */
const refuse = (origin: string) =>
  fetch(`${service.address}/cgi-bin/epos/service.cgi?devid=receipt`, {
    method: "POST",
    headers: { Origin: origin, "Content-Type": "text/xml" },
    body: "<x/>",
  });

/** Shows the printer that stores what is printed, as it is now. */
async function openReceipt(): Promise<void> {
  await page.view.evaluate(`location.hash = "#/default/printers"`);
  await page.untilText(".page-title", "Printers");
  await page.view.evaluate(`location.hash = "#/default/printers/receipt"`);
}

test("pages that are allowed one right after the other may all print", async () => {
  await api("PATCH", "printers/receipt", { block: [] });
  await refuse("https://x.example");
  await refuse("https://y.example");
  await openReceipt();
  await page.until(`document.querySelector('[aria-label="Allow https://y.example"]')`);
  const slow = await HeldAnswers.of(page, /^PATCH .*\/printers\/receipt$/);
  await page.press("Allow https://x.example");
  await slow.untilGiven(1);
  await page.press("Allow https://y.example");
  await slow.end();
  for (const name of ["x", "y"])
    await page.until(`document.querySelector('[aria-label="Block https://${name}.example"]')`);
  const allowOrigins = ["https://pos.example", "https://x.example", "https://y.example"];
  expect(await api("GET", "printers/receipt")).toMatchObject({ allowOrigins });
});

test("what is allowed keeps what was allowed elsewhere meanwhile", async () => {
  await refuse("https://z.example");
  await api("PATCH", "printers/receipt", { block: ["127.0.0.1"] });
  await openReceipt();
  await page.until(`document.querySelector('[aria-label="Allow 127.0.0.1"]')`);
  await page.until(`document.querySelector('[aria-label="Allow https://z.example"]')`);
  await api("PATCH", "printers/receipt", {
    allowOrigins: ["https://other.example"],
    block: ["10.0.0.1", "127.0.0.1"],
  });
  await page.press("Allow https://z.example");
  await page.until(`document.querySelector('[aria-label="Block https://z.example"]')`);
  await page.press("Allow 127.0.0.1");
  await page.until(`document.querySelector('[aria-label="Block 127.0.0.1"]')`);
  expect(await api("GET", "printers/receipt")).toMatchObject({
    allowOrigins: ["https://other.example", "https://z.example"],
    block: ["10.0.0.1"],
  });
});

test("a real printer that is found is put behind a printer of ours by one press, or gets one of its own", async () => {
  // What the network of the machine that runs this test has is nobody's to say.
  const found = [
    {
      source: "network",
      title: '<img src=x onerror="faults.push(1)">',
      target: "tcp://192.0.2.7:9100",
      name: "bar",
      model: null,
      command: "",
    },
    {
      source: "USB",
      title: "EPSON TM-T20II",
      target: "usb:J4NF012345",
      name: "epson-tm-t20ii",
      model: "epson-tm-t20ii",
      command: "",
    },
  ];
  const answer = { printers: found, unasked: [{ source: "CUPS", reason: "it does not answer" }] };
  const freed = freePort();
  await page.view.evaluate(`(() => {
    const { fetch } = window;
    window.realFetch = window.fetch = (path, options = {}) => {
      if (String(path).endsWith("/detected-printers")) return Promise.resolve(Response.json(${JSON.stringify(answer)}));
      // The port that everybody takes may be another test's.
      const body = options.method === "POST" ? options.body?.replace('"rawPort":9100', '"rawPort":${freed}') : options.body;
      return fetch(path, { ...options, body });
    };
    location.hash = "#/default/printers";
  })()`);
  await page.press("Look for real printers");
  await page.untilText(".found", "<img src=x");
  await page.untilText(".found-unasked", "CUPS could not be asked: it does not answer.");
  await expectAccessible(page, "dialog");
  await page.press("Put it behind receipt");
  await page.untilText(".found", "Is there already: receipt");
  const slow = await HeldAnswers.of(page, /^POST .*\/printers$/);
  await slow.pressTwice(
    `[...document.querySelectorAll(".found button")].find((one) => one.textContent === "Add it")`,
  );
  expect(await slow.bodies()).toHaveLength(1);
  await slow.end();
  await page.untilText(".found", "Is there already: bar");
  expect(await api("GET", "printers/receipt")).toMatchObject({ target: "usb:J4NF012345" });
  expect(await api("GET", "printers/bar")).toMatchObject({ target: "tcp://192.0.2.7:9100", rawPort: freed });
  expect(await page.faults()).toEqual([]);
});

test("a printer is removed after a question, in German as well", async () => {
  await page.view.evaluate(`localStorage.setItem("tillroll.language", "de")`);
  await page.go(`${service.address}/?de#/default/printers`);
  await page.untilText(".page-title", "Drucker");
  await pressOn("kitchen", "Mehr zu kitchen");
  await page.press("Entfernen");
  await page.untilText("dialog", "Den Drucker kitchen entfernen?");
  await page.pressOn("dialog .button-danger");
  await page.until(`document.querySelectorAll(".card").length === 2`);
  expect(await page.faults()).toEqual([]);
});

test("whoever may only read sees how printers are, and is offered nothing else", async () => {
  const made = (await page.view.evaluate(
    `fetch("/api/tokens", { method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name: "auditor", workspace: "default", scopes: ["read"] }) }).then((answer) => answer.json())`,
  )) as { readonly token: string };
  await page.view.evaluate(
    `(() => {
      const form = Object.assign(document.createElement("form"), { method: "post", action: "/sign-in" });
      form.append(Object.assign(document.createElement("input"), { name: "token", value: ${JSON.stringify(made.token)} }));
      document.body.append(form);
      form.submit();
    })()`,
  );
  await page.until(`document.querySelector("#page") && location.pathname === "/"`);
  await page.view.evaluate(`location.hash = "#/default/printers/receipt"`);
  await page.until(`document.querySelector(".printer-state") !== null && document.querySelector("table")`);
  const offered = await page.view.evaluate(
    `[...document.querySelectorAll(".page button, .page select")].map((one) => one.ariaLabel ?? one.textContent).filter((words) => !/kopieren$/.test(words))`,
  );
  expect(offered).toEqual(["Mehr zu receipt"]);
  await page.press("Mehr zu receipt");
  await page.until(`document.querySelector("[role=menuitem]")`);
  expect(await page.view.evaluate(`document.querySelectorAll("[role=menuitem]").length`)).toBe(1);
  expect(await page.faults()).toEqual([]);
});

/** Asks the API in the name of whoever is signed in. */
async function api(method: string, path: string, body?: object): Promise<object> {
  const json =
    body === undefined
      ? ""
      : `, headers: { "Content-Type": "application/json" }, body: ${JSON.stringify(JSON.stringify(body))}`;
  return page.view.evaluate(
    `fetch("/api/workspace/default/${path}", { method: "${method}"${json} }).then((answer) => answer.json())`,
  ) as Promise<object>;
}
