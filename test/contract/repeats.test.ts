import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ScriptedPrinter } from "../delivery/scripted-printer.ts";
import { freePort, run, Service } from "../service.ts";
import { until } from "../until.ts";

interface Delivery {
  readonly state: string;
  readonly cause: string | null;
  readonly isCopy: boolean;
  readonly printer: string;
}

const RECEIPT = "\x1b@Order 77\n\x1dV\0";
const KICK = "\x1b@\x1bp\0\x19\xfa";

let service: Service;
const reals: ScriptedPrinter[] = [];
beforeAll(async () => {
  service = await Service.start();
});
afterAll(async () => {
  await service.end();
  for (const real of reals) real.goAway();
});

/** A printer of ours in front of a scripted one. @returns that one, and the port of ours */
async function front(name: string, ...words: readonly string[]): Promise<[ScriptedPrinter, number]> {
  const real = ScriptedPrinter.start();
  reals.push(real);
  const port = freePort();
  const options = ["--raw-port", String(port), "--target", real.target, ...words];
  expect(await run(["printer", "add", name, ...options, "--data", service.folder])).toMatchObject({
    exitCode: 0,
  });
  return [real, port];
}

/** Prints on a port as a till does, that closes its side and waits for the printer's. */
async function print(port: number, job: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    allowHalfOpen: true,
    socket: { data() {}, end: (own) => void own.end(), close: () => resolve() },
  });
  socket.write(Buffer.from(job, "latin1"));
  socket.shutdown();
  await promise;
}

async function items<Item>(path: string, json?: unknown): Promise<Item[]> {
  const response = await service.fetch(
    `/api/workspace/default${path}`,
    json === undefined ? {} : { method: "POST", json },
  );
  return ((await response.json()) as { items: Item[] }).items;
}

/** The deliveries of a printer, the oldest first, once so many have an end. */
async function ended(printer: string, count: number): Promise<Delivery[]> {
  let all: Delivery[] = [];
  await until(async () => {
    all = (await items<Delivery>(`/deliveries?printer=${printer}`)).toReversed();
    return all.filter(({ state }) => state !== "queued" && state !== "sending").length === count;
  });
  return all;
}

const repeated = (printer: string) =>
  items<{ tag: Record<string, string> }>("/prints/search", {
    deviceId: { op: "eq", value: printer },
    tag: { op: "eq", key: "repeated", value: "true" },
  });

describe("the same receipt twice from one till", () => {
  test("is printed twice, and the second can be found", async () => {
    const [real, port] = await front("plain");
    await print(port, RECEIPT);
    expect(await repeated("plain")).toEqual([]);
    await print(port, RECEIPT);
    expect(await ended("plain", 2)).toMatchObject([{ state: "done" }, { state: "done" }]);
    expect(await repeated("plain")).toHaveLength(1);
    expect(real.paper.split("Order 77")).toHaveLength(3);
    expect(real.paper).not.toContain("REPEATED");
  });

  test("is marked on paper where that is set", async () => {
    const [real, port] = await front("marked", "--repeats", "mark");
    await print(port, RECEIPT);
    await print(port, RECEIPT);
    await ended("marked", 2);
    expect(real.paper).toMatch(/^.*Order 77.*REPEATED\n.*Order 77/s);
  });

  test("waits for a person where that is set; a drawer opens as often as it is asked to", async () => {
    const [real, port] = await front("held", "--repeats", "hold");
    await print(port, RECEIPT);
    await print(port, RECEIPT);
    await print(port, KICK);
    await print(port, KICK);
    expect(await ended("held", 4)).toMatchObject([
      { state: "done" },
      { state: "held", cause: "repeated" },
      { state: "done" },
      { state: "done" },
    ]);
    expect(real.paper.split("Order 77")).toHaveLength(2);
    expect(real.received.split("\x1bp")).toHaveLength(3);
    const released = await run(["printer", "release", "held", "--data", service.folder]);
    expect(released.stdout).toBe("held\t1 released\n");
    await ended("held", 4);
    expect(real.paper.split("Order 77")).toHaveLength(3);
  });
});

test("a print goes to a printer of copies as well", async () => {
  const [bar] = await front("bar");
  const [kitchen, port] = await front("kitchen", "--also", "BAR");
  await print(port, RECEIPT);
  expect(await ended("bar", 1)).toMatchObject([{ state: "done", isCopy: true }]);
  expect(await ended("kitchen", 1)).toMatchObject([{ state: "done", isCopy: false }]);
  expect([bar, kitchen].map(({ paper }) => paper.includes("Order 77"))).toEqual([true, true]);
});
