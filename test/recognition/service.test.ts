import { afterEach, describe, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { bytes } from "../escpos/bytes.ts";
import { Service, temporaryFolder } from "../service.ts";
import { until } from "../until.ts";
import { pictureReceipt } from "./picture-receipt.ts";

/* With the binary, its Workers and its models. */

const services: Service[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function start(folder: string, flags: readonly string[] = [], token?: string): Promise<Service> {
  const known = token === undefined ? {} : { token };
  const service = await Service.start({ folder, flags, ...known });
  services.push(service);
  return service;
}

function newFolder(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
}

/** Stores a receipt that is a picture. @returns its id */
async function store(service: Service, order: number | string): Promise<number> {
  const { raw } = pictureReceipt(bytes(`CORNER SHOP\n\nOrder ${order}\nTotal   12.50\n`));
  const { id } = await service.store({}, Buffer.from(raw).toString("latin1"));
  return id;
}

async function found(service: Service, text: string): Promise<number[]> {
  const response = await service.prints("/search", { json: { text } });
  const { items } = (await response.json()) as { items: { id: number }[] };
  return items.map(({ id }) => id);
}

const metricsOf = async (service: Service) => (await service.fetch("/metrics")).text();

test("a receipt that is a picture is found by its words, and its answer says that they are a guess", async () => {
  const service = await start(newFolder());
  const id = await store(service, 4711);
  await until(async () => (await found(service, "order 4711")).length > 0);
  const print = (await (await service.prints(`/${id}`)).json()) as { recognised: { words: number } | null };
  expect(print.recognised).toMatchObject({ pictures: 1, words: 6, notes: [] });
  const text = await (await service.prints(`/${id}/preview?format=text`)).text();
  expect(text).toContain("Order 4711");
  const metrics = await metricsOf(service);
  expect(metrics).toContain("tillroll_recognition_duration_seconds_count 1");
  expect(metrics).toContain("tillroll_recognition_waiting 0");
  expect(metrics).toContain('tillroll_component_state{component="recognition"} 0');
});

test("a number in doubt is found by what it may be instead, which its text and tags do not have", async () => {
  const service = await start(newFolder());
  // The 1 is read as an l, as it is in many fonts.
  const id = await store(service, "Kasse1/05881");
  await until(async () => (await found(service, "Order Kassel/05881")).length > 0);
  expect(await found(service, "Order Kasse1/05881")).toEqual([id]);
  expect(await found(service, "Order Kasse7/05881")).toEqual([]);
  const text = await (await service.prints(`/${id}/preview?format=text`)).text();
  expect(text).toContain("Kassel/05881");
  expect(text).not.toContain("Kasse1");
  const print = await (await service.prints(`/${id}`)).text();
  expect(print).not.toContain("Kasse1");
});

test("prints that wait when the service is killed are read by the next", async () => {
  const folder = newFolder();
  const first = await start(folder);
  const orders = [5001, 5002, 5003, 5004];
  for (const order of orders) await store(first, order);
  await until(async () => (await found(first, "order 500")).length > 0);
  await first.stop("SIGKILL");
  const second = await start(folder, [], first.token);
  await until(async () => (await found(second, "order 500")).length === orders.length);
  for (const order of orders) expect(await found(second, `order ${order}`)).toHaveLength(1);
}, 120_000);

/** The process that reads pictures; `null` while there is none. */
function readerOf({ processId }: Service): number | null {
  const children = readFileSync(`/proc/${processId}/task/${processId}/children`, "latin1").trim();
  return children === "" ? null : Number(children.split(" ")[0]);
}

function isRunning(processId: number): boolean {
  // What has ended and was not asked for its end yet has no command line any more.
  try {
    return readFileSync(`/proc/${processId}/cmdline`, "latin1") !== "";
  } catch {
    return false;
  }
}

/** Waits until a service reads pictures. @returns the process that does */
async function reader(service: Service): Promise<number> {
  await until(() => readerOf(service) !== null);
  return readerOf(service) ?? 0;
}

describe.if(process.platform === "linux")("the process that reads", () => {
  test("may be killed: what it read is read again, and nothing else notices", async () => {
    const service = await start(newFolder());
    const orders = [6001, 6002, 6003];
    for (const order of orders) await store(service, order);
    process.kill(await reader(service), "SIGKILL");
    expect((await service.fetch("/healthz")).status).toBe(200);
    await until(async () => (await found(service, "order 600")).length === orders.length);
    await service.hasLogged("pictures of prints are not read");
  }, 120_000);

  test.each(["SIGTERM", "SIGKILL"] as const)("ends with a service that ends by %s", async (signal) => {
    const service = await start(newFolder());
    for (const order of [7001, 7002, 7003]) await store(service, order);
    const child = await reader(service);
    await until(() => isRunning(child));
    await service.stop(signal);
    await until(() => !isRunning(child));
  });

  test("ends when nothing is left to read", async () => {
    const service = await start(newFolder());
    await store(service, 8001);
    const child = await reader(service);
    await until(async () => (await found(service, "order 8001")).length > 0);
    await until(() => !isRunning(child));
    expect(await metricsOf(service)).toContain('tillroll_component_state{component="recognition"} 0');
  });
});

test("where it is turned off nothing is read until it is turned on", async () => {
  const service = await start(newFolder(), ["--recognition", "off"]);
  await store(service, 4711);
  // Its text is read, and with that it would have been noted.
  await until(async () => {
    const response = await service.fetch("/api/workspace/default/index");
    return ((await response.json()) as { textPending: number }).textPending === 0;
  });
  expect(await metricsOf(service)).not.toContain("tillroll_recognition_waiting");
  expect(await (await service.fetch("/healthz")).text()).not.toContain("recognition");
  // What came meanwhile is read when it is turned on.
  const { folder, token } = service;
  await service.stop();
  const again = await start(folder, [], token);
  await until(async () => (await found(again, "order 4711")).length === 1);
});
