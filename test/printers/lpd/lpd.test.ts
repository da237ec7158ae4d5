import { afterEach, expect, test } from "bun:test";
import { TillrollError } from "../../../src/domain/errors.ts";
import { ClientRate } from "../../../src/intake/client-rate.ts";
import type { Log } from "../../../src/operations/log.ts";
import type { LpdLimits } from "../../../src/printers/lpd/lpd-limits.ts";
import { listenLpd } from "../../../src/printers/lpd/protocol.ts";
import type { Listener } from "../../../src/printers/listeners.ts";
import { file } from "./run-session.ts";
import { LpdHost } from "./lpd-host.ts";
import { MemoryEndpoint } from "./memory-endpoint.ts";
import { until } from "../../until.ts";

const CONTROL = "Hhost\nPanna\nJOrder 17\nldfA001host\n";
const opened: Listener[] = [];

afterEach(async () => {
  for (const listener of opened.splice(0)) await listener.stop();
});

function listen(endpoint: MemoryEndpoint, limits: Partial<LpdLimits> = {}) {
  const logged: string[] = [];
  const log: Log = { write: (level, message) => void logged.push(`${level}: ${message}`) };
  const resolve = (queue: string) => (queue.toLowerCase() === "till" ? endpoint : null);
  const listener = listenLpd({ resolve, host: "127.0.0.1", port: 0, log, limits });
  opened.push(listener);
  return { listener, logged, connect: () => LpdHost.connect(listener.port) };
}

const busy = () => new TillrollError("STORAGE_UNAVAILABLE", "The disk is full.");

test("the last octet goes out only when the print is stored", async () => {
  const endpoint = new MemoryEndpoint();
  endpoint.storeMilliseconds = 150;
  const host = await listen(endpoint).connect();
  host.send("\x02TILL\n");
  expect(await host.answers(1)).toBe("00");
  host.send(file(2, CONTROL, "cfA001host"));
  expect(await host.answers(2)).toBe("0000");
  host.send("\x035 dfA001host\n");
  expect(await host.answers(1)).toBe("00");
  host.send("hello\0");
  const answered = host.answers(1).then((octet) => endpoint.events.push(`answered ${octet}`));
  await answered;
  expect(endpoint.events).toEqual(["stored", "answered 00"]);
  const [job] = endpoint.jobs;
  expect(job).toMatchObject({
    protocol: "lpd",
    client: "127.0.0.1",
    label: "Order 17",
    isIncomplete: false,
    spoolKey: null,
  });
  expect(Object.fromEntries(job?.tag ?? [])).toEqual({ user: "anna", host: "host" });
  expect(Buffer.from(job?.raw ?? []).toString()).toBe("hello");
  host.end();
  expect(await host.rest()).toBe("");
  expect(endpoint.rooms).toBe(0);
});

test("a data file before its control file is durable before it is acknowledged", async () => {
  const endpoint = new MemoryEndpoint();
  const host = await listen(endpoint).connect();
  host.send(`\x02till\n${file(3, "hello", "dfA001host")}`);
  expect(await host.answers(3)).toBe("000000");
  expect([...endpoint.spooled.values()].map((part) => Buffer.from(part).toString())).toEqual(["hello"]);
  expect(endpoint.jobs).toHaveLength(0);
  host.send(file(2, CONTROL, "cfA001host"));
  expect(await host.answers(2)).toBe("0000");
  expect(endpoint.jobs.map(({ label }) => label)).toEqual(["Order 17"]);
  expect(endpoint.spooled.size).toBe(0);
  host.end();
  await host.rest();
  expect(endpoint.rooms).toBe(0);
});

test("a job that its host gives up is forgotten before that is acknowledged", async () => {
  const endpoint = new MemoryEndpoint();
  const host = await listen(endpoint).connect();
  host.send(`\x02till\n${file(3, "hello", "dfA001host")}`);
  expect(await host.answers(3)).toBe("000000");
  host.send("\x01\n");
  expect(await host.answers(1)).toBe("00");
  expect(endpoint.events).toEqual(["spooled", "discarded"]);
  expect(endpoint.spooled.size).toBe(0);
  host.end();
  await host.rest();
  expect(endpoint.jobs).toEqual([]);
  expect(endpoint.rooms).toBe(0);
});

test("a large file arrives whole, with the socket paused meanwhile", async () => {
  const endpoint = new MemoryEndpoint();
  endpoint.maximumJobBytes = 20_000_000;
  const { listener } = listen(endpoint, { bufferedBytes: 1000 });
  const content = new Uint8Array(8_000_000).map((_, index) => (index * 7919) >> 3);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const parts: Uint8Array[] = [
    Buffer.from(`\x02till\n\x03${content.byteLength} df\n`),
    content,
    Buffer.from([0]),
  ];
  const write = (socket: { write(bytes: Uint8Array): number; shutdown(): void }) => {
    while (parts.length > 0) {
      const part = parts[0] as Uint8Array;
      const written = socket.write(part);
      if (written < part.byteLength) return void (parts[0] = part.subarray(written));
      parts.shift();
    }
    socket.shutdown();
  };
  await Bun.connect({
    hostname: "127.0.0.1",
    port: listener.port,
    allowHalfOpen: true,
    socket: { open: write, drain: write, data() {}, end: () => resolve(), close: () => resolve() },
  });
  await closed;
  expect(endpoint.jobs).toHaveLength(1);
  expect(Bun.hash(endpoint.jobs[0]?.raw ?? "")).toBe(Bun.hash(content));
});

test("a connection that is reset inside the data leaves an incomplete print", async () => {
  const endpoint = new MemoryEndpoint();
  const host = await listen(endpoint).connect();
  host.send(`\x02till\n${file(2, CONTROL, "cf")}\x03100 df\nhello`);
  expect(await host.answers(4)).toBe("00000000");
  host.reset();
  await until(() => endpoint.jobs.length > 0);
  expect(endpoint.jobs[0]).toMatchObject({ label: "Order 17", isIncomplete: true });
  await until(() => endpoint.rooms === 0);
});

test("what cannot be stored is refused", async () => {
  const endpoint = new MemoryEndpoint();
  endpoint.refusal = busy();
  const { connect, logged } = listen(endpoint);
  const host = await connect();
  host.send(`\x02till\n${file(2, CONTROL, "cf")}${file(3, "hello", "df")}`);
  expect(await host.answers(9)).toBe("0000000002");
  expect(logged).toEqual(["warning: an LPD job could not be stored"]);
});

test("while there is no room in memory the host waits, and is refused when there never is", async () => {
  const endpoint = new MemoryEndpoint();
  endpoint.noRoom = busy();
  const { connect } = listen(endpoint, { memoryWaitMilliseconds: 200, memoryRetryMilliseconds: 20 });
  const refused = await connect();
  refused.send("\x02till\n\x035 df\n");
  expect(await refused.answers(9)).toBe("0002");
  const patient = await connect();
  patient.send(`\x02till\n${file(3, "hello", "df")}`);
  setTimeout(() => (endpoint.noRoom = null), 60);
  expect(await patient.answers(3)).toBe("000000");
});

test("a file over the limit is refused though its host is still sending", async () => {
  const endpoint = new MemoryEndpoint();
  endpoint.maximumJobBytes = 1000;
  const host = await listen(endpoint, { lingerMilliseconds: 100 }).connect();
  host.send("\x02till\n\x03100000 df\n");
  expect(await host.answers(2)).toBe("0000");
  host.send("x".repeat(50_000));
  expect(await host.answers(9)).toBe("01");
  expect(endpoint.jobs).toHaveLength(0);
});

test("a host that may not print, and one of a printer that does not speak LPD, are refused", async () => {
  const endpoint = new MemoryEndpoint();
  endpoint.admitted = () => false;
  const { connect } = listen(endpoint);
  const stranger = await connect();
  stranger.send("\x02till\n");
  expect(await stranger.answers(9)).toBe("01");
  endpoint.admitted = () => true;
  endpoint.printer = { ...endpoint.printer, protocols: ["raw"] };
  const other = await connect();
  other.send("\x02till\n");
  expect(await other.answers(9)).toBe("01");
});

test.each([
  ["online", "till is ready\nno entries\n"],
  ["paper-end", "till is not ready: out of paper\nno entries\n"],
  ["near-end", "till is ready: paper low\nno entries\n"],
  ["cover-open", "till is not ready: cover open\nno entries\n"],
  ["cutter-error", "till is not ready: cutter error\nno entries\n"],
  ["offline", "till is not ready: offline\nno entries\n"],
] as const)("the queue of a printer that is %s", async (simulate, state) => {
  const endpoint = new MemoryEndpoint("till", { simulate });
  const { connect } = listen(endpoint);
  const short = await connect();
  short.send("\x03till\n");
  expect(await short.rest()).toBe(state);
  const long = await connect();
  long.send("\x04till anna 17\n");
  expect(await long.rest()).toContain("model: TM-T88V\n");
  // Whatever its state, it is a queue: jobs are taken in.
  const host = await connect();
  host.send(`\x02till\n${file(3, "hello", "df")}`);
  expect(await host.answers(3)).toBe("000000");
});

test("the fault `drop` breaks inside the data, the fault `slow` answers late", async () => {
  const endpoint = new MemoryEndpoint("till", { simulate: "drop" });
  const { connect } = listen(endpoint, { slowMilliseconds: 120 });
  const dropped = await connect();
  dropped.send(`\x02till\n\x0310 df\n0123456789\0`);
  await until(() => dropped.isClosed);
  expect(endpoint.jobs.map(({ raw, isIncomplete }) => [raw.byteLength, isIncomplete])).toEqual([[5, true]]);
  endpoint.simulate("slow");
  const late = await connect();
  const started = performance.now();
  late.send("\x02till\n");
  expect(await late.answers(1)).toBe("00");
  expect(performance.now() - started).toBeGreaterThan(100);
});

test("a removed printer's connections are closed", async () => {
  const endpoint = new MemoryEndpoint();
  const host = await listen(endpoint).connect();
  host.send("\x02till\n");
  expect(await host.answers(1)).toBe("00");
  endpoint.remove();
  expect(await host.rest()).toBe("");
});

test("stopping waits for what is being stored, and keeps what was acknowledged", async () => {
  const endpoint = new MemoryEndpoint();
  endpoint.storeMilliseconds = 100;
  const { connect, listener } = listen(endpoint);
  const storing = await connect();
  storing.send(`\x02till\n${file(2, CONTROL, "cf")}${file(3, "hello", "df")}`);
  const idle = await connect();
  idle.send(`\x02till\n${file(3, "there", "df")}`);
  expect(await idle.answers(3)).toBe("000000");
  await listener.stop();
  expect(endpoint.jobs.map(({ label, isIncomplete }) => `${label} ${isIncomplete}`).toSorted()).toEqual([
    "Order 17 false",
    "null false",
  ]);
  expect(await storing.answers(9)).toBe("0000000000");
});

test("one address has only so many connections", async () => {
  const { connect, logged } = listen(new MemoryEndpoint(), { connectionsOfClient: 2 });
  const hosts = [await connect(), await connect()];
  const third = await connect();
  await until(() => third.isClosed);
  expect(logged).toEqual(["warning: too many LPD connections at a time"]);
  hosts[0]?.send("\x01till\n");
  expect(await hosts[0]?.answers(9)).toBe("00");
  await Bun.sleep(50);
  const next = await connect();
  next.send("\x01till\n");
  expect(await next.answers(9)).toBe("00");
});

test("probes are closed and logged", async () => {
  const { connect, logged } = listen(new MemoryEndpoint());
  const probe = await connect();
  probe.send("GET / HTTP/1.1\r\n\r\n");
  expect(await probe.rest()).toBe("");
  expect(logged).toEqual(["info: something that is not LPD connected to the LPD port"]);
});

test("a host that sends too much is not read until it may send more, and nothing is lost", async () => {
  const endpoint = new MemoryEndpoint();
  let time = 0;
  endpoint.rate = new ClientRate({ bytesPerSecond: 1_000_000, burstBytes: 100_000, now: () => time });
  const host = await listen(endpoint).connect();
  host.send("\x02till\n\x03900000 dfA001host\n");
  expect(await host.answers(2)).toBe("0000");
  host.send(`${"receipt\n".repeat(900_000 / 8)}\0`);
  await until(() => endpoint.heldBytes >= 100_000);
  await Bun.sleep(60);
  expect(endpoint.heldBytes).toBeLessThan(900_000);
  const clock = setInterval(() => (time += 20), 1);
  expect(await host.answers(1)).toBe("00");
  clearInterval(clock);
  expect(endpoint.spooled.size).toBe(1);
  expect([...endpoint.spooled.values()][0]?.length).toBe(900_000);
});

test("what came of a host that sends too much is stored when the service stops", async () => {
  const endpoint = new MemoryEndpoint();
  endpoint.rate = new ClientRate({ bytesPerSecond: 1, burstBytes: 1, now: () => 0 });
  const { listener, connect } = listen(endpoint);
  const host = await connect();
  host.send("\x02till\n\x03900000 dfA001host\n");
  expect(await host.answers(1)).toBe("00");
  await Bun.sleep(20);
  host.send("receipt\n");
  await Bun.sleep(60);
  await listener.stop();
  expect(endpoint.rooms).toBe(0);
});
