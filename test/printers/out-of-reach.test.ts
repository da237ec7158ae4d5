import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import net from "node:net";
import * as is from "../../src/ipp/values.ts";
import { OPERATION } from "../../src/ipp/codes.ts";
import { freePort, run, Service } from "../service.ts";
import { ScriptedPrinter } from "../delivery/scripted-printer.ts";
import { sdkRequest } from "./epos/memory-printer.ts";
import { HELLO, requestBytes } from "./ipp/ipp-server.ts";
import { LpdHost } from "./lpd/lpd-host.ts";

const PATIENCE_MILLISECONDS = 20_000;

/** How long a till may wait for anything, milliseconds: a machine that does much else counts too. */
const TILL_MILLISECONDS = 3000;

/** A block of addresses for documentation (RFC 5737): whoever connects hears nothing. */
const BLACK_HOLE = "tcp://192.0.2.1:9100";
const REFUSING = "tcp://127.0.0.1:1";

interface DeliveryAnswer {
  readonly state: string;
  readonly cause: string | null;
}

let service: Service;
/** With the scope that may make printers. */
let admin: string;
let lpdPort: number;

beforeAll(async () => {
  lpdPort = freePort();
  service = await Service.start({ environment: { TILLROLL_LPD_PORT: String(lpdPort) } });
  const made = await run(["token", "create", "--scopes", "admin", "--data", service.folder]);
  admin = made.stdout.trim();
});
afterAll(() => service.end());

async function printer(name: string, settings: object): Promise<number> {
  const rawPort = freePort();
  const response = await service.fetch("/api/workspace/default/printers", {
    json: { name, rawPort, ...settings },
    token: admin,
  });
  if (response.status !== 201) throw new Error(await response.text());
  return rawPort;
}

async function deliveries(name: string): Promise<DeliveryAnswer[]> {
  const response = await service.fetch(`/api/workspace/default/deliveries?printer=${name}`);
  return ((await response.json()) as { items: DeliveryAnswer[] }).items;
}

/** Sends bytes to a raw port, and waits for an answer of so many. */
async function askRaw(port: number, words: string, count: number): Promise<string> {
  const socket = net.connect({ port, host: "127.0.0.1" });
  const answer = Promise.withResolvers<string>();
  let heard = "";
  socket.on("data", (data: Buffer) => {
    heard += data.toString("hex");
    if (heard.length >= 2 * count) answer.resolve(heard);
  });
  socket.on("error", answer.reject);
  socket.write(Buffer.from(words, "latin1"));
  try {
    return await answer.promise;
  } finally {
    socket.destroy();
  }
}

async function epos(name: string, elements: string): Promise<string> {
  const response = await service.fetch(`/cgi-bin/epos/service.cgi?devid=${name}`, {
    body: sdkRequest(elements),
    headers: { "content-type": "text/xml" },
  });
  const answer = await response.text();
  return `${/success="(\w+)"/.exec(answer)?.[1]} ${/code="(\w*)"/.exec(answer)?.[1]}`.trim();
}

const RECEIPT = "\x1b@hello\n\x1dVA\0";

/** What a till prints with, and what it is answered. */
const TILLS: Readonly<Record<string, (name: string, rawPort: number) => Promise<unknown>>> = {
  "raw, with a process ID": async (_name, port) =>
    expect(await askRaw(port, `${RECEIPT}\x1d(H\x06\x0000abcd`, 7)).toBe("37226162636400"),
  "raw, with a status in print order": async (_name, port) =>
    expect(await askRaw(port, `${RECEIPT}\x1dr\x01`, 1)).toBe("00"),
  "raw, that looks at the status first": async (_name, port) => {
    expect(await askRaw(port, "\x10\x04\x01", 1)).toBe("16");
    expect(await askRaw(port, `${RECEIPT}\x1d(H\x06\x0000abcd`, 7)).toBe("37226162636400");
  },
  ePOS: async (name) => {
    expect(await epos(name, "")).toBe("true");
    expect(await epos(name, "<text>hello&#10;</text><cut/>")).toBe("true");
  },
  LPD: async (name) => {
    const host = await LpdHost.connect(lpdPort);
    host.send(`\x02${name}\n`);
    expect(await host.answers(1)).toBe("00");
    host.send("\x026 cfA001host\n");
    expect(await host.answers(1)).toBe("00");
    host.send("Hhost\n\0");
    expect(await host.answers(1)).toBe("00");
    host.send(`\x03${RECEIPT.length} dfA001host\n`);
    expect(await host.answers(1)).toBe("00");
    host.send(`${RECEIPT}\0`);
    expect(await host.answers(1)).toBe("00");
    host.end();
  },
  IPP: async (name) => {
    const target = [is.attribute("printer-uri", is.uri(`ipp://127.0.0.1/ipp/print/${name}`))];
    const body = new Uint8Array(requestBytes(OPERATION.printJob, [], { target, document: HELLO }));
    const response = await service.fetch(`/ipp/print/${name}`, {
      body,
      headers: { "content-type": "application/ipp" },
    });
    // The status code is the second pair of bytes; 0 is success.
    expect(Buffer.from(await response.arrayBuffer()).readUInt16BE(2)).toBe(0);
  },
};

describe.each([
  ["refuses", REFUSING],
  ["is silent", BLACK_HOLE],
])("a printer out of reach, whose address %s", (how, target) => {
  test.each(Object.keys(TILLS))("%s: the print is taken at once, and waits", async (till) => {
    const name = `${how}-${till}`.replaceAll(/[^A-Za-z]+/g, "-");
    const rawPort = await printer(name, { target });
    const began = performance.now();
    await TILLS[till]?.(name, rawPort);
    expect(performance.now() - began).toBeLessThan(TILL_MILLISECONDS);
    const deadline = performance.now() + PATIENCE_MILLISECONDS;
    while ((await deliveries(name)).length === 0 && performance.now() < deadline) await Bun.sleep(20);
    const found = await deliveries(name);
    expect(found.map(({ state }) => state)).toEqual([expect.stringMatching(/queued|sending/)]);
  });
});

test("who wants to be told is told, and what was answered with a failure is never printed by itself", async () => {
  const real = ScriptedPrinter.start();
  real.goAway();
  const rawPort = await printer("told", { target: real.target, whenUnreachable: "report" });
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  // It is told of when it could not be reached twice.
  while ((await askRaw(rawPort, "\x10\x04\x01", 1)) !== "1e" && performance.now() < deadline)
    await Bun.sleep(50);
  expect(await epos("told", "<text>first&#10;</text><cut/>")).toBe("false EX_BADPORT");
  expect(await deliveries("told")).toMatchObject([{ state: "kept", cause: "reported" }]);
  real.comeBack();
  while ((await epos("told", "")) !== "true" && performance.now() < deadline) await Bun.sleep(50);
  expect(await epos("told", "<text>again&#10;</text><cut/>")).toBe("true");
  while (!real.paper.includes("again") && performance.now() < deadline) await Bun.sleep(20);
  expect(real.paper).toContain("again");
  expect(real.paper).not.toContain("first");
  real.goAway();
});
