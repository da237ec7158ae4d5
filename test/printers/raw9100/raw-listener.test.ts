import { afterEach, describe, expect, test } from "bun:test";
import { plainAddress } from "../../../src/domain/address-blocks.ts";
import { ClientRate } from "../../../src/intake/client-rate.ts";
import { RawListener } from "../../../src/printers/raw9100/raw-listener.ts";
import { RAW_LIMITS, type RawLimits } from "../../../src/printers/raw9100/raw9100-limits.ts";
import { FakeEndpoint, storageUnavailable } from "../fake-endpoint.ts";
import { bytes, hex, text } from "./connection-driver.ts";
import { type RawHost, TestListener } from "./raw-host.ts";
import { PATIENCE_MILLISECONDS } from "../../until.ts";

const RECEIPT = `1B 40 "Total 1.00" 0A 1D 56 00`;

/** Far more than the buffers of a connection hold. */
const LARGE_BYTES = 30_000_000;

const listeners: TestListener[] = [];

function listen(endpoint: FakeEndpoint, limits: Partial<RawLimits> = {}, host?: string): TestListener {
  const listener = new TestListener(endpoint, limits, host);
  listeners.push(listener);
  return listener;
}

afterEach(async () => {
  for (const { listener } of listeners.splice(0)) await listener.stop();
});

/** A promise that a test settles. */
function gate() {
  return Promise.withResolvers<void>();
}

describe("half-close", () => {
  test("our side is closed when the job is durable, and not before", async () => {
    const endpoint = new FakeEndpoint();
    const durable = gate();
    endpoint.beforeStoring = () => durable.promise;
    const host = await listen(endpoint).connect();
    host.send(bytes(RECEIPT));
    host.end();
    await host.until(() => endpoint.events.length === 1);
    let isClosed = false;
    void host.closing.then(() => (isClosed = true));
    await Bun.sleep(60);
    expect(isClosed).toBe(false);
    durable.resolve();
    expect(await host.closing).toBe("end");
    expect(endpoint.events).toEqual(["store", "stored"]);
    expect(endpoint.jobs[0]).toMatchObject({
      protocol: "raw",
      client: "127.0.0.1",
      label: null,
      isIncomplete: false,
    });
  });

  test("no part of a job overtakes another that waits for the disk, nor does the whole job", async () => {
    const endpoint = new FakeEndpoint();
    const [first, rest] = [gate(), gate()];
    endpoint.beforeStoring = () => (endpoint.events.length === 1 ? first : rest).promise;
    const host = await listen(endpoint).connect();
    host.send(bytes(`"one" 0A 1D 72 01 "two" 0A 1D 72 01 "three" 0A`));
    host.end();
    await host.settle();
    await host.until(() => endpoint.events.length > 0);
    expect(endpoint.events).toEqual(["spool"]);
    rest.resolve();
    first.resolve();
    expect(await host.closing).toBe("end");
    expect(endpoint.events).toEqual(["spool", "spooled", "spool", "spooled", "store", "stored"]);
    expect(endpoint.parts.map(({ part }) => Buffer.from(part).toString("latin1"))).toEqual([
      "one\n\x1dr\x01",
      "two\n\x1dr\x01",
    ]);
  });

  test("a part is not kept when one before it could not be", async () => {
    const endpoint = new FakeEndpoint();
    const full = gate();
    let calls = 0;
    endpoint.beforeStoring = async () => {
      const call = ++calls;
      await full.promise;
      if (call === 1) throw storageUnavailable();
    };
    const host = await listen(endpoint).connect();
    host.send(bytes(`"one" 0A 1D 72 01 "two" 0A 1D 72 01`));
    await host.until(() => endpoint.events.length > 0);
    await host.settle();
    full.resolve();
    host.end();
    expect(await host.closing).toBe("ECONNRESET");
    expect(endpoint.events).toEqual(["spool"]);
    expect(endpoint.parts).toEqual([]);
  });

  test("what cannot be stored ends with a reset", async () => {
    const endpoint = new FakeEndpoint();
    endpoint.beforeStoring = () => Promise.reject(storageUnavailable());
    const till = listen(endpoint);
    const host = await till.connect();
    host.send(bytes(RECEIPT));
    host.end();
    expect(await host.closing).toBe("ECONNRESET");
    expect(till.lines).toEqual(["error: a job could not be kept"]);
    expect(endpoint.rooms).toBe(0);
  });
});

test("a large job arrives byte for byte, and its room is given back", async () => {
  const endpoint = new FakeEndpoint();
  const host = await listen(endpoint).connect();
  const dots = new Uint8Array(3_000_000);
  for (let index = 0; index < dots.length; index++) dots[index] = (index * 7919) >> 5;
  const sent = Buffer.concat([
    ...Array.from({ length: 60 }, (_, index) => [
      bytes("1D 76 30 00 50 C3 01 00"),
      dots.subarray(index * 50_000, (index + 1) * 50_000),
    ]).flat(),
    bytes("1D 56 00"),
  ]);
  host.send(sent);
  host.end();
  expect(await host.closing).toBe("end");
  expect(Buffer.compare(endpoint.jobs[0]?.raw ?? new Uint8Array(), sent)).toBe(0);
  expect(endpoint.takenBytes).toBe(0);
  expect(endpoint.rooms).toBe(0);
});

describe("no room in memory", () => {
  test("nothing more is read until there is room again, and nothing is lost", async () => {
    const endpoint = new FakeEndpoint();
    endpoint.maximumJobBytes = 2 * LARGE_BYTES;
    endpoint.roomBytes = 0;
    const till = listen(endpoint);
    const host = await till.connect();
    host.send(bytes(RECEIPT));
    host.send(text("x".repeat(LARGE_BYTES)));
    host.end();
    await Bun.sleep(200);
    // The network is full, not our memory: that is how a printer says that it is busy.
    expect(host.socket.writableLength).toBeGreaterThan(LARGE_BYTES / 2);
    till.passTime(20_000);
    await Bun.sleep(50);
    expect(endpoint.jobs).toEqual([]);
    endpoint.roomBytes = 2 * LARGE_BYTES;
    expect(await host.closing).toBe("end");
    expect(endpoint.jobs[0]?.raw.length).toBe(bytes(RECEIPT).length + LARGE_BYTES);
    expect(endpoint.takenBytes).toBe(0);
  });

  test("a job is not ended while more of it waits for room", async () => {
    const endpoint = new FakeEndpoint();
    const till = listen(endpoint);
    const host = await till.connect();
    host.send(text("first half, "));
    await host.settle();
    endpoint.roomBytes = 0;
    host.send(text("second half\n"));
    await host.settle();
    till.passTime(15_000);
    await Bun.sleep(50);
    expect(endpoint.jobs).toEqual([]);
    endpoint.roomBytes = 1000;
    host.end();
    expect(await host.closing).toBe("end");
    expect(endpoint.jobs.map(({ raw }) => Buffer.from(raw).toString())).toEqual([
      "first half, second half\n",
    ]);
  });

  test("after half a minute the job is refused, and the printer is offline", async () => {
    const endpoint = new FakeEndpoint();
    const till = listen(endpoint);
    const host = await till.connect();
    host.send(bytes("1D 61 FF"));
    await host.read(4);
    endpoint.roomBytes = 0;
    host.send(bytes(RECEIPT));
    await host.settle();
    till.passTime(30_000);
    expect(hex(await host.read(4))).toBe("1C 00 00 0F");
    host.send(bytes("10 04 01"));
    expect(hex(await host.read(1))).toBe("1E");
    host.end();
    expect(await host.closing).toBe("ECONNRESET");
    expect(endpoint.jobs).toEqual([]);
  });
});

describe("what is no silence of a host's", () => {
  /** The most that waits for its turn while its host is still read. */
  const MOST = new Uint8Array(64 * 1024).fill(0x2d);

  /** Sends more than that, of which nothing is left to be read when the host may go on. */
  async function sendTooMuch(host: RawHost): Promise<void> {
    host.send(MOST);
    await host.settle();
    host.send(text("and "));
    await host.settle();
  }

  /** A host that has sent the first half of a job. */
  async function half(limits: Partial<RawLimits> = {}) {
    const endpoint = new FakeEndpoint();
    const till = listen(endpoint, limits);
    const host = await till.connect();
    host.send(text("first half, "));
    await host.settle();
    const expectOneJob = async () => {
      await till.act();
      expect(endpoint.jobs).toEqual([]);
      host.send(text("second half\n"));
      host.end();
      expect(await host.closing).toBe("end");
      expect(endpoint.jobs.length).toBe(1);
    };
    return { endpoint, till, host, expectOneJob };
  }

  test("that the service stood still: what the host sent meanwhile waits unread", async () => {
    const { till, expectOneJob } = await half({ longestStepMilliseconds: 200 });
    till.passTime(60_000);
    await expectOneJob();
  });

  test("that the machine's clock was set; a silence lasts no longer for it either", async () => {
    const { endpoint, till, host } = await half({ longestStepMilliseconds: 200 });
    till.passTime(-3_600_000);
    await till.act();
    for (let passed = 0; passed < RAW_LIMITS.silenceMilliseconds; passed += 200) {
      expect(endpoint.jobs).toEqual([]);
      till.passTime(200);
      await till.act();
    }
    await host.until(() => endpoint.jobs.length === 1);
  });

  test("that it was made to wait, nor that it may not know yet that it need not", async () => {
    const { endpoint, till, host, expectOneJob } = await half();
    endpoint.roomBytes = 0;
    await sendTooMuch(host);
    till.passTime(25_000);
    await till.act();
    endpoint.roomBytes = Number.POSITIVE_INFINITY;
    await host.until(() => endpoint.takenBytes > MOST.length);
    till.passTime(24_000);
    await expectOneJob();
  });

  test("but when it was made to wait only for so long", async () => {
    const { endpoint, till, host } = await half();
    endpoint.roomBytes = 0;
    await sendTooMuch(host);
    till.passTime(25_000);
    await till.act();
    endpoint.roomBytes = Number.POSITIVE_INFINITY;
    await host.until(() => endpoint.takenBytes > MOST.length);
    till.passTime(25_000);
    await till.act();
    till.passTime(RAW_LIMITS.silenceMilliseconds);
    await host.until(() => endpoint.jobs.length === 1);
  });
});

describe("who may connect", () => {
  test("an address that is not allowed is refused before anything is read, and logged once a minute", async () => {
    const endpoint = new FakeEndpoint();
    endpoint.banned.add("127.0.0.1");
    const till = listen(endpoint);
    for (let count = 0; count < 3; count++) {
      const host = await till.connect();
      expect(await host.closing).toBe("ECONNRESET");
    }
    expect(till.lines).toEqual(["warning: a host was refused: its address is not allowed"]);
    expect(till.listener.connections).toBe(0);
  });

  test("IPv4 addresses are the same on IPv6 sockets", async () => {
    expect(plainAddress("::ffff:192.0.2.1")).toBe("192.0.2.1");
    expect(plainAddress("::FFFF:192.0.2.1")).toBe("192.0.2.1");
    expect(plainAddress("2001:db8::1")).toBe("2001:db8::1");
    const endpoint = new FakeEndpoint();
    const host = await listen(endpoint, {}, "::").connect("127.0.0.1");
    host.send(bytes(RECEIPT));
    host.end();
    await host.closing;
    expect(endpoint.jobs[0]?.client).toBe("127.0.0.1");
  });

  test("no more than so many at a time; one that has long been idle gives way", async () => {
    const endpoint = new FakeEndpoint();
    const till = listen(endpoint, { connections: 2 });
    const idle = await till.connect();
    const busy = await till.connect();
    busy.send(bytes(`"Total"`));
    await busy.settle();
    expect(await (await till.connect()).closing).toBe("ECONNRESET");
    till.passTime(31_000);
    busy.send(bytes(`"more"`));
    await busy.settle();
    const next = await till.connect();
    expect(await idle.closing).toBe("end");
    next.send(bytes("10 04 01"));
    expect(hex(await next.read(1))).toBe("16");
    expect(till.listener.connections).toBe(2);
    expect(till.lines).toEqual(["warning: a host was refused: there are too many connections"]);
  });

  /** Two addresses of this machine. */
  const [OWN, OTHER] = ["127.0.0.1", "::1"];

  test("an address has so many, whatever it does with them, and others get in beside it", async () => {
    const till = listen(new FakeEndpoint(), { connectionsOfClient: 3 }, "::");
    const hosts = [await till.connect(OWN), await till.connect(OWN), await till.connect(OWN)];
    for (const host of hosts) host.send(bytes(`"Total"`));
    for (const host of hosts) await host.settle();
    expect(await (await till.connect(OWN)).closing).toBe("ECONNRESET");
    const other = await till.connect(OTHER);
    other.send(bytes("10 04 01"));
    expect(hex(await other.read(1))).toBe("16");
    expect(till.listener.connections).toBe(4);
  });

  test("one too many takes the place of the same address's own that has long been idle, and of no other's", async () => {
    const till = listen(new FakeEndpoint(), { connectionsOfClient: 2 }, "::");
    const other = await till.connect(OTHER);
    await till.until(() => till.listener.connections === 1);
    till.passTime(1000);
    const [first, second] = [await till.connect(OWN), await till.connect(OWN)];
    await till.until(() => till.listener.connections === 3);
    till.passTime(31_000);
    second.send(bytes("10 04 01"));
    await second.read(1);
    const third = await till.connect(OWN);
    expect(await first.closing).toBe("end");
    for (const host of [second, third, other]) {
      host.send(bytes("10 04 01"));
      expect(hex(await host.read(1))).toBe("16");
    }
  });

  test("one address has at most half of what is free on all printers", async () => {
    const limits = { connectionsOfClient: 2, totalConnections: 6 };
    const [first, second, third] = [0, 1, 2].map(() => listen(new FakeEndpoint(), limits, "::"));
    const hosts = [first, first, second].map((till) => till?.connect(OWN));
    for (const host of await Promise.all(hosts)) {
      host?.send(bytes("10 04 01"));
      await host?.read(1);
    }
    expect(await (await third?.connect(OWN))?.closing).toBe("ECONNRESET");
    const other = await third?.connect(OTHER);
    other?.send(bytes("10 04 01"));
    expect(hex((await other?.read(1)) ?? new Uint8Array())).toBe("16");
  });

  test("the limit over all printers", async () => {
    const limits = { totalConnections: 1 };
    const first = await listen(new FakeEndpoint(), limits).connect();
    first.send(bytes("10 04 01"));
    await first.read(1);
    expect(await (await listen(new FakeEndpoint(), limits).connect()).closing).toBe("ECONNRESET");
  });
});

test("a host that sends too much is not read until it may send more, and nothing is lost", async () => {
  const endpoint = new FakeEndpoint();
  let time = 0;
  endpoint.rate = new ClientRate({ bytesPerSecond: 1_000_000, burstBytes: 100_000, now: () => time });
  const till = listen(endpoint);
  const host = await till.connect();
  const job = Buffer.alloc(1_000_000, "receipt\n");
  host.send(job);
  host.end();
  // Its clock stands: beyond the burst no more than the piece is taken with which it was spent.
  await till.until(() => endpoint.takenBytes >= 100_000);
  await Bun.sleep(60);
  expect(endpoint.takenBytes).toBeLessThan(300_000);
  expect(endpoint.jobs).toEqual([]);
  // The limit is each address's own.
  expect(endpoint.rate.waitMilliseconds("::1")).toBe(0);
  const clock = setInterval(() => (time += 20), 1);
  expect(await host.closing).toBe("end");
  clearInterval(clock);
  expect(Buffer.from(endpoint.jobs[0]?.raw ?? []).equals(job)).toBe(true);
  expect(time).toBeGreaterThanOrEqual(800);
});

test("a host that asks for the status is answered, whatever its address has sent", async () => {
  const endpoint = new FakeEndpoint();
  endpoint.rate = new ClientRate({ bytesPerSecond: 1, burstBytes: 1, now: () => 0 });
  endpoint.rate.spend("127.0.0.1", 1_000_000);
  const till = listen(endpoint);
  const [asking, printing] = [await till.connect(), await till.connect()];
  for (let times = 0; times < 3; times++) {
    asking.send(bytes("10 04 01 10 04 04"));
    expect(hex(await asking.read(2))).toBe("16 12");
  }
  const asked = endpoint.takenBytes;
  printing.send(bytes(`${RECEIPT} 10 04 01`));
  await printing.settle();
  expect(endpoint.takenBytes).toBe(asked);
  expect(printing.unread).toHaveLength(0);
});

test("a host that waits for its turn leaves the real printer to others", async () => {
  const endpoint = new FakeEndpoint({ target: "tcp://127.0.0.1:1" });
  let time = 0;
  endpoint.rate = new ClientRate({ bytesPerSecond: 1000, burstBytes: 1, now: () => time });
  endpoint.rate.spend("127.0.0.1", 101);
  let joined = 0;
  endpoint.realPrinter = () => {
    joined++;
    return Promise.resolve("away");
  };
  const host = await listen(endpoint).connect();
  host.send(bytes(RECEIPT));
  host.end();
  await host.settle();
  expect(joined).toBe(0);
  time = 1000;
  expect(await host.closing).toBe("end");
  expect(joined).toBe(1);
});

test("what a host has sent before it went is taken in, however long its commands take", async () => {
  const endpoint = new FakeEndpoint();
  const till = listen(endpoint);
  const host = await till.connect();
  host.send(Buffer.concat([Buffer.from("\x1b@"), Buffer.alloc(300_000, "a\n"), Buffer.from("\x1dV\x00")]));
  await till.until(() => endpoint.takenBytes > 0);
  host.socket.destroySoon();
  await till.until(() => endpoint.jobs.length === 1);
  expect(endpoint.jobs[0]?.raw.length).toBe(300_005);
});

test("a probe is closed and logged once a minute", async () => {
  const endpoint = new FakeEndpoint();
  const till = listen(endpoint);
  for (let count = 0; count < 3; count++) {
    const host = await till.connect();
    host.send(text("GET / HTTP/1.1\r\n\r\n"));
    await host.closing;
  }
  expect(till.lines).toEqual(["warning: an HTTP request came to a raw printing port"]);
  till.passTime(60_000);
  const host = await till.connect();
  host.send(text("GET / HTTP/1.1\r\n\r\n"));
  await host.closing;
  expect(till.lines).toHaveLength(2);
  expect(endpoint.jobs).toEqual([]);
});

test("a host that asks and never reads is dropped", async () => {
  const endpoint = new FakeEndpoint();
  const till = listen(endpoint, { waitingReplyBytes: 4096 });
  const host = await till.connect();
  host.socket.pause();
  const flood = bytes("1D 49 43 ".repeat(20_000));
  const end = performance.now() + PATIENCE_MILLISECONDS;
  while (till.listener.connections > 0 && performance.now() < end) {
    if (host.socket.writableLength < 1_000_000) host.send(flood);
    await Bun.sleep(5);
  }
  expect(till.lines[0]).toBe("warning: a host that does not read its replies was dropped");
  host.socket.destroy();
});

test("a change of the printer's status reaches each host that asked for it", async () => {
  const endpoint = new FakeEndpoint();
  const host = await listen(endpoint).connect();
  host.send(bytes("1D 61 FF"));
  expect(hex(await host.read(4))).toBe("14 00 00 0F");
  endpoint.simulate("cover-open");
  expect(hex(await host.read(4))).toBe("3C 00 00 0F");
});

test("slow: bytes trickle in and replies come late", async () => {
  const endpoint = new FakeEndpoint();
  endpoint.simulate("slow");
  const till = listen(endpoint);
  const host = await till.connect();
  host.send(text("x ".repeat(1500)));
  host.end();
  await host.settle();
  for (let count = 0; count < 2; count++) {
    expect(endpoint.jobs).toEqual([]);
    till.passTime(1001);
    await Bun.sleep(30);
  }
  expect(await host.closing).toBe("end");
  expect(endpoint.jobs[0]?.raw.length).toBe(3000);
});

test("drop: the connection breaks in the middle of a job", async () => {
  const endpoint = new FakeEndpoint();
  endpoint.simulate("drop");
  const host = await listen(endpoint).connect();
  host.send(text("x".repeat(300)));
  expect(await host.closing).toBe("ECONNRESET");
  await host.until(() => endpoint.jobs.length === 1);
  expect(endpoint.jobs[0]).toMatchObject({ isIncomplete: true });
  expect(endpoint.jobs[0]?.raw.length).toBe(128);
});

describe("stop", () => {
  test("stores what has come: with a cut as whole, otherwise as incomplete", async () => {
    const endpoint = new FakeEndpoint();
    const durable = gate();
    endpoint.beforeStoring = () => durable.promise;
    const till = listen(endpoint);
    const whole = await till.connect();
    const part = await till.connect();
    whole.send(bytes(RECEIPT));
    part.send(bytes(`"Total"`));
    await whole.settle();
    const stopped = till.listener.stop();
    await whole.until(() => endpoint.events.length === 2);
    expect(endpoint.jobs).toEqual([]);
    durable.resolve();
    await stopped;
    expect(endpoint.jobs.map(({ isIncomplete }) => isIncomplete).toSorted()).toEqual([false, true]);
    expect(await whole.closing).toBe("end");
    expect(await part.closing).toBe("ECONNRESET");
    await whole.until(() => till.listener.connections === 0);
    expect(endpoint.listenerCount).toBe(0);
    expect(endpoint.rooms).toBe(0);
  });

  test("a removed printer's port is closed", async () => {
    const endpoint = new FakeEndpoint();
    const till = listen(endpoint);
    const host = await till.connect();
    host.send(bytes(RECEIPT));
    await host.settle();
    endpoint.remove();
    expect(await host.closing).toBe("end");
    expect(endpoint.jobs).toHaveLength(1);
  });

  test("a port that is taken is told", () => {
    const { port } = listen(new FakeEndpoint()).listener;
    const endpoint = new FakeEndpoint();
    const log = { write: () => {} };
    const open = () => new RawListener({ endpoint, host: "127.0.0.1", port, log });
    expect(open).toThrow(expect.objectContaining({ code: "EADDRINUSE" }));
    expect(endpoint.listenerCount).toBe(0);
  });
});
