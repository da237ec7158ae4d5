import { afterAll, beforeAll, expect, test } from "bun:test";
import { until } from "../../until.ts";
import { expectAccessible } from "../accessibility.ts";
import { Reader } from "./reader.ts";

/* What is set for a workspace: its settings and its webhooks. */

const SETTINGS = "/api/workspace/default/settings";

let reader: Reader;
let told: string[] = [];
const listener = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    told = [...told, await request.text()];
    return new Response(null, { status: 204 });
  },
});
beforeAll(async () => {
  reader = await Reader.start();
});
afterAll(async () => {
  await reader?.end();
  await listener.stop(true);
});

test("settings are changed, and what is wrong is said at its field", async () => {
  await reader.open("#/default/settings", "Settings");
  await reader.fill("Model", "epson-tm-t88v");
  await reader.fill("Columns", "7");
  await reader.press("Save");
  await reader.until(
    `[...document.querySelectorAll(".field-frame")].some((e) => e.textContent.startsWith("Columns") && e.querySelector(".field-problem").textContent !== "")`,
  );
  await reader.fill("Columns", "42");
  await reader.fill("Languages of pictures", "eng\ndeu");
  await reader.fill("Prints at most", "100000");
  await reader.press("Save");
  await reader.see("The settings are saved.");
  expect(await reader.api<object>(SETTINGS)).toMatchObject({
    model: "epson-tm-t88v",
    width: 42,
    recognitionLanguages: ["eng", "deu"],
    printQuota: 100_000,
  });
  await expectAccessible(reader.page);
});

test("the address of the newest print is there to be copied, as a page and as a picture", async () => {
  await reader.service.store("The newest\n");
  await reader.open("#/default/settings", "Settings");
  await reader.until(`document.querySelectorAll(".newest-print input").length === 2`);
  const addresses = (await reader.page.view.evaluate(
    `[...document.querySelectorAll(".newest-print input")].map(({ value }) => value)`,
  )) as string[];
  const types: unknown[] = [];
  for (const address of addresses) {
    const answer = `fetch(${JSON.stringify(address)}).then(({ headers }) => headers.get("content-type"))`;
    types.push(await reader.page.view.evaluate(answer));
  }
  expect(types).toEqual(["text/html; charset=utf-8", "image/png"]);
});

test("a webhook is made, its secret shown once, tested, paused and removed", async () => {
  const address = `http://127.0.0.1:${listener.port}/hook`;
  await reader.open("#/default/webhooks", "Webhooks");
  await reader.see("No address is told of anything yet.");
  await reader.press("Make a webhook");
  await reader.fill("Address", "nowhere");
  await reader.press("Save");
  await reader.see("must be an http:// or https:// address", "dialog");
  await reader.fill("Address", address);
  await reader.tick("A print was deleted (print.deleted)");
  await reader.press("Save");
  await reader.until(`document.querySelector(".copy-field-value")?.value.startsWith("whsec_")`);
  await reader.press("Done");
  await reader.press(`Test ${address}`);
  await reader.see(`${address} took the test.`, ".toasts");
  expect(told.join()).toContain('"type":"test"');
  await reader.service.store("one\n");
  const attempts = () => reader.api<{ items: object[] }>("/api/workspace/default/webhooks/1/attempts");
  await until(async () => (await attempts()).items.length > 0);
  await reader.press("What it was told last");
  await reader.see("Taken", ".table .badge");
  await reader.press(`Pause ${address}`);
  await reader.see("Paused", ".badge");
  const { items } = await reader.api<{ items: { events: string[] }[] }>("/api/workspace/default/webhooks");
  // What a new webhook has ticked, and what was ticked beside it.
  expect(items[0]?.events).toEqual(["print.created", "print.deleted", "delivery.failed", "printer.state"]);
  await expectAccessible(reader.page);
  await reader.press(`Go on ${address}`);
  await reader.see("Works", ".badge");
  await reader.press(`Remove ${address}`);
  await reader.press("Remove");
  await reader.see("No address is told of anything yet.");
  expect(await reader.page.faults()).toEqual([]);
});
