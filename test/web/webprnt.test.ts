import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Server } from "bun";
import { WEBPRNT_PATH } from "../../src/domain/protocols.ts";
import { webPrntRequest } from "../printers/webprnt/webprnt-request.ts";
import { run, Service } from "../service.ts";
import { until } from "../until.ts";
import { BrowserPage } from "./chromium.ts";

/* A POS in a browser that prints by Star webPRNT, as Star's own library does: from a page of another origin. */

const RECEIPT = '<text emphasis="true">Order 5813\\x0a</text><cutpaper feed="true"/>';

let service: Service;
let pos: Server<undefined>;
let page: BrowserPage;

beforeAll(async () => {
  service = await Service.start();
  const { exitCode } = await run([
    "printer",
    "add",
    "bar",
    "--model",
    "star-tsp650ii",
    "--data",
    service.folder,
  ]);
  expect(exitCode).toBe(0);
  const shop = "<!doctype html><title>POS</title>";
  pos = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response(shop, { headers: { "Content-Type": "text/html" } }),
  });
  page = await BrowserPage.open();
});

afterAll(async () => {
  page.view.close();
  await pos.stop(true);
  await service.stop();
});

test("a page prints, and reads the answer as Star's library does", async () => {
  await page.go(`http://127.0.0.1:${pos.port}/`);
  const request = JSON.stringify(new TextDecoder().decode(webPrntRequest(RECEIPT)));
  await page.view.evaluate(`(() => {
    const call = new XMLHttpRequest();
    call.open("POST", ${JSON.stringify(service.address + WEBPRNT_PATH)});
    call.setRequestHeader("Content-Type", "text/xml; charset=UTF-8");
    call.onload = () => window.answer = call.responseXML.getElementsByTagName("Response")[0].childNodes[0].nodeValue;
    call.onerror = () => window.answer = "refused";
    call.send(${request});
  })()`);
  expect(await page.until<string>("window.answer")).toBe(
    "<root><success>true</success><code>0</code><status>230600000000000000</status></root>",
  );
  const found = async () => {
    const response = await service.prints("/search", { json: { text: "order 5813" } });
    return ((await response.json()) as { total: number }).total;
  };
  await until(async () => (await found()) > 0, "the print found by its text");
  expect(await found()).toBe(1);
});
