import { afterEach, beforeEach, expect, test } from "bun:test";
import net from "node:net";
import { type Behaviour, ScriptedPrinter } from "../delivery/scripted-printer.ts";
import { describeUnless } from "../describe-unless.ts";
import { freePort, NO_PRINTER_PORTS, type PrintAnswer, run, Service } from "../service.ts";
import { until } from "../until.ts";
import { CLIENTS, FILE, ORDER, type PosClient } from "./pos-client.ts";

/*
 * Clients as shops run them print by the compiled service to a printer behind it. What they say, what is stored and what is on
 * paper must be the same as where they print to that printer directly; and again while it is switched off.
 */

const KICKS = { epson: "\x1bp", star: "\x07" } as const;

let service: Service;
let real: ScriptedPrinter;
const ports = { raw: 0, lpd: 0, http: 0 };

function behaviourOf({ isStar }: PosClient): Partial<Behaviour> {
  return isStar === true ? { isStar } : { identity: ["EPSON", "TM-T88V"] };
}

async function start(client: PosClient): Promise<void> {
  real = ScriptedPrinter.start(behaviourOf(client));
  Object.assign(ports, { raw: freePort(), lpd: freePort() });
  service = await Service.start({
    environment: {
      ...NO_PRINTER_PORTS,
      TILLROLL_RAW_PORT: String(ports.raw),
      TILLROLL_LPD_PORT: String(ports.lpd),
    },
  });
  ports.http = Number(new URL(service.address).port);
  const model = client.isStar === true ? "star-mc-print3" : "epson-80mm";
  const settings = ["--model", model, "--target", real.target, "--kick-lifetime", "none"];
  const changed = await run(["printer", "update", "receipt", ...settings, "--data", service.folder]);
  expect(changed).toMatchObject({ exitCode: 0, stderr: "" });
}

async function storedPrints(): Promise<{ print: PrintAnswer; raw: Buffer }[]> {
  const found = (await (await service.prints("/search", { json: {} })).json()) as { items: PrintAnswer[] };
  const prints = found.items.toSorted((one, other) => one.id - other.id);
  return Promise.all(
    prints.map(async (print) => {
      const raw = await (await service.prints(`/${print.id}/raw`)).arrayBuffer();
      return { print, raw: Buffer.from(raw) };
    }),
  );
}

async function deliveryStates(): Promise<string[]> {
  const answer = await service.fetch("/api/workspace/default/deliveries");
  return ((await answer.json()) as { items: { state: string }[] }).items.map(({ state }) => state);
}

/** What a client sends to a printer without us; nothing where it does not speak to printers so. */
async function directly(client: PosClient): Promise<Buffer | null> {
  if (client.protocol === "epos") return null;
  if (client.protocol !== "raw") return FILE;
  const direct = ScriptedPrinter.start(behaviourOf(client));
  expect(await client.print({ ...ports, raw: direct.port })).toBe(client.success);
  await until(() => direct.connections > 0 && direct.open.size === 0, "the end of the connection");
  direct.goAway();
  return Buffer.from(direct.received, "latin1");
}

/** The paper of a printer that gets bytes without us. */
async function paperOf(bytes: Buffer, client: PosClient): Promise<string> {
  const direct = ScriptedPrinter.start(behaviourOf(client));
  net
    .connect(direct.port, "127.0.0.1")
    .on("error", () => {})
    .end(bytes)
    .resume();
  await until(() => direct.received.length === bytes.length && direct.open.size === 0, "the paper");
  direct.goAway();
  return direct.paper;
}

/** The print of a client is stored once, and comes out once, as it would without us. */
async function expectPrinted(client: PosClient): Promise<void> {
  await until(async () => (await deliveryStates()).includes("done"), "the delivery");
  const prints = await storedPrints();
  expect(prints).toHaveLength(1);
  const [{ print, raw } = { print: null, raw: Buffer.of() }] = prints;
  expect(print?.tag).toMatchObject({ protocol: client.protocol });
  expect(print?.tag["incomplete"]).toBeUndefined();
  const wanted = await directly(client);
  if (wanted !== null) expect(raw.toString("latin1")).toBe(wanted.toString("latin1"));
  expect(real.paper).toBe(await paperOf(raw, client));
  expect(real.paper.split(ORDER)).toHaveLength(2);
  expect(real.paper).toContain("|");
  expect(real.received).toContain(client.isStar === true ? KICKS.star : KICKS.epson);
  expect(await deliveryStates()).toEqual(["done"]);
}

for (const client of CLIENTS) {
  describeUnless(client.without, client.name, () => {
    beforeEach(() => start(client));
    afterEach(async () => {
      await service.end();
      real.goAway();
    });

    test("prints as it would without us", async () => {
      expect(await client.print(ports)).toBe(client.success);
      await expectPrinted(client);
    });

    test("prints while the printer is switched off; the paper comes when it is back", async () => {
      real.goAway();
      expect(await client.print(ports)).toBe(client.success);
      await until(async () => (await storedPrints()).length > 0, "the print");
      expect(real.paper).toBe("");
      real.comeBack();
      await expectPrinted(client);
    });
  });
}
