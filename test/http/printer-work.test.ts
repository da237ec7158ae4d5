import type { Socket } from "bun";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { PrinterAnswer } from "../../src/contract/printer.ts";
import { ScriptedPrinter } from "../delivery/scripted-printer.ts";
import { freePort, run, Service } from "../service.ts";
import { until } from "../until.ts";

/* Working with a printer: its drawer, what waits for it, and who prints on it. By the compiled binary and real sockets. */

let service: Service;
let real: ScriptedPrinter;
let token: string;
const rawPort = freePort();
beforeAll(async () => {
  service = await Service.start();
  const words = ["token", "create", "--name", "office", "--scopes", "admin", "--data", service.folder];
  token = (await run(words)).stdout.trim();
  real = ScriptedPrinter.start();
  await ask("printers", { name: "till", rawPort, target: real.target });
  await ask("printers", { name: "paperless" });
});
afterAll(async () => {
  await service.end();
  real.goAway();
});

const WORKSPACE = "/api/workspace/default";

async function ask<Answer>(path: string, json?: object, method?: string): Promise<Answer> {
  const options = { token, ...(json !== undefined && { json }), ...(method !== undefined && { method }) };
  const response = await service.fetch(`${WORKSPACE}/${path}`, options);
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

const till = () => ask<PrinterAnswer>("printers/till");
const hasGot = (text: string) => real.received.includes(text);

/** Sends a job to the raw port, and waits until its connection is closed: at once, where the port turns it away. */
async function send(text: string): Promise<void> {
  const closed = Promise.withResolvers<void>();
  const over = () => closed.resolve();
  const socket = { open: (one: Socket) => void one.end(text), data() {}, close: over, error: over };
  // A connection that is reset as soon as it is there was none to Bun.
  await Bun.connect({
    hostname: "127.0.0.1",
    port: rawPort,
    socket: { ...socket, connectError: over },
  }).catch(over);
  await closed.promise;
}

describe("the drawer", () => {
  test("opens at the real printer, by a print that does nothing else", async () => {
    const print = await ask<{ id: number; label: string; testPrint: boolean }>("printers/till/drawer", {});
    expect(print).toMatchObject({ label: "Drawer opened", testPrint: false, deviceId: "till" });
    await until(() => hasGot("\x1bp\0\x19\xfa"));
    await until(
      async () => (await ask<Listed>(`deliveries?state=done&printId=${print.id}`)).items.length === 1,
    );
  });

  test("is none where there is no real printer", async () => {
    const response = await service.fetch(`${WORKSPACE}/printers/paperless/drawer`, { token, json: {} });
    expect([response.status, await response.text()]).toEqual([409, expect.stringContaining("target")]);
  });
});

describe("what waits", () => {
  test("waits while the printer is held, and is printed when it is resumed", async () => {
    expect(await ask<PrinterAnswer>("printers/till/hold", {})).toMatchObject({ held: true });
    await ask("printers/till/test", {});
    await until(async () => (await till()).queue.waiting === 1);
    expect(real.paper).not.toContain("TILLROLL");
    expect(await ask<PrinterAnswer>("printers/till/resume", {})).toMatchObject({ held: false });
    await until(() => real.paper.includes("TILLROLL"));
  });

  test("is cancelled at once: what is queued, and what is being sent", async () => {
    // Its answers come, and its paper does not: one is being sent, two are behind it.
    await until(async () => (await till()).queue.waiting === 0);
    real.behaviour.hangs = true;
    for (let print = 0; print < 3; print++) await ask("printers/till/test", {});
    await until(async () => (await ask<Listed>("deliveries?state=sending")).items.length === 1);
    expect(await ask<{ count: number }>("printers/till/waiting/cancel", {})).toEqual({ count: 3 });
    expect((await till()).queue).toMatchObject({ waiting: 0, held: 0 });
    expect((await ask<Listed>("deliveries?state=cancelled")).items).toHaveLength(3);
    expect(await ask<{ count: number }>("printers/till/waiting/cancel", {})).toEqual({ count: 0 });
    real.behaviour.hangs = false;
  });
});

interface Listed {
  readonly items: readonly { readonly id: number }[];
}

interface Sender {
  readonly address: string;
  readonly origin: string | null;
}

describe("who prints", () => {
  const senders = async () => (await ask<{ items: Sender[] }>("printers/till/senders")).items;
  const EPOS =
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><epos-print ' +
    'xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"><text>Page&#10;</text><cut/></epos-print>' +
    "</s:Body></s:Envelope>";

  test("is told by address and origin, until the address is blocked", async () => {
    await send("one\n");
    await until(async () => (await senders()).length === 1);
    const local = { address: "127.0.0.1", origin: null, protocol: "raw", refusals: 0, mayPrint: true };
    expect(await senders()).toEqual([{ ...local, prints: 1, lastAt: expect.any(String) } as never]);

    const page = "http://192.168.1.7:8080";
    const answer = await fetch(`${service.address}/cgi-bin/epos/service.cgi?devid=till`, {
      method: "POST",
      headers: { Origin: page, "Content-Type": "text/xml" },
      body: EPOS,
    });
    expect(await answer.text()).toContain('success="true"');
    expect(await senders()).toMatchObject([{ origin: page, protocol: "epos", prints: 1 }, { prints: 1 }]);

    await ask("printers/till", { block: ["127.0.0.1"] }, "PATCH");
    // Rules may find more in the others meanwhile.
    const stored = async () => (await ask<{ total: number }>("prints/facets", {})).total;
    const before = await stored();
    await send("two\n");
    await until(async () =>
      (await senders()).some((sender) => "refusals" in sender && sender.refusals === 1),
    );
    expect(await stored()).toBe(before);
    expect(await senders()).toMatchObject([{ address: "127.0.0.1", origin: null, mayPrint: false }, {}]);

    await ask("printers/till", { block: [], allow: ["127.0.0.0/8"] }, "PATCH");
    expect(await senders()).toMatchObject([{ mayPrint: true }, {}]);
  });
});

test("whether the service starts with the machine is its administrator's to know", async () => {
  expect((await service.fetch("/api/installation", { token })).status).toBe(403);
  const link = await fetch(await service.signInLink(), { redirect: "manual" });
  const headers = { Cookie: (link.headers.get("set-cookie") ?? "").split(";")[0] ?? "" };
  const response = await service.fetch("/api/installation", { token: null, headers });
  expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ isThis: false })]);
});
