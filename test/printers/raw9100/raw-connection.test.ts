import { describe, expect, test } from "bun:test";
import { PrinterMemory } from "../../../src/printers/answers/printer-memory.ts";
import { FakeEndpoint } from "../fake-endpoint.ts";
import { bytes, ConnectionDriver, hex, text } from "./connection-driver.ts";

const CUT = "1D 56 00";
const RECEIPT = `1B 40 "Total 1.00" 0A ${CUT}`;
const latin1 = (hexadecimal: string) => Buffer.from(bytes(hexadecimal)).toString("latin1");

describe("where a job ends", () => {
  test("1.5 s of silence after a cut", () => {
    const host = new ConnectionDriver().send(RECEIPT).wait(1400);
    expect(host.jobs).toEqual([]);
    host.wait(100);
    expect(host.jobs).toEqual([latin1(RECEIPT)]);
    expect(host.stores[0]?.isIncomplete).toBe(false);
  });

  test("10 s of silence otherwise", () => {
    const host = new ConnectionDriver().send(`1B 40 "Total"`).wait(9900);
    expect(host.jobs).toEqual([]);
    expect(host.wait(100).jobs).toEqual(["\u001b@Total"]);
    expect(host.send("20").wait(10_000).jobs).toHaveLength(1);
  });

  test("10 s of silence in the middle of an image: incomplete, and what follows belongs to the image", () => {
    const host = new ConnectionDriver().send("1D 76 30 00 02 00 03 00 10 04").wait(10_000);
    expect(host.stores[0]?.isIncomplete).toBe(true);
    host.send("01 10 04 01").send(CUT).wait(1500);
    expect(host.said).toBe("");
    expect(host.stores.map(({ raw }) => hex(raw))).toEqual([
      "1D 76 30 00 02 00 03 00 10 04",
      "01 10 04 01 1D 56 00",
    ]);
  });

  test("what follows the cut but prints nothing belongs to the job", () => {
    const host = new ConnectionDriver().send(RECEIPT).wait(1000).send("1B 40 0A 1B 61 00").wait(1400);
    expect(host.jobs).toEqual([]);
    expect(host.wait(100).jobs).toEqual([latin1(`${RECEIPT} 1B 40 0A 1B 61 00`)]);
  });

  test("a receipt that begins after a cut gives the whole job ten seconds", () => {
    const host = new ConnectionDriver().send(RECEIPT).send(`"next"`).wait(9900);
    expect(host.jobs).toEqual([]);
    expect(host.wait(100).jobs).toHaveLength(1);
  });

  test("status requests break no silence and are no receipt", () => {
    const host = new ConnectionDriver().send(RECEIPT).wait(1000).send("1D 72 01").wait(400);
    host.send("10 04 01").wait(200);
    expect(host.jobs).toEqual([latin1(`${RECEIPT} 1D 72 01 10 04 01`)]);
    for (let count = 0; count < 30; count++) host.send("10 04 01 1D 72 01 1B 76").wait(1000);
    expect(host.end().jobs).toHaveLength(1);
    expect(host.closing).toBe("finish");
  });

  test("end of stream: stored, then our side is closed", () => {
    const host = new ConnectionDriver(new FakeEndpoint(), false).send(`"Total"`).end();
    expect(host.order).toEqual(["store"]);
    expect(host.complete().order).toEqual(["store", "finish"]);
  });

  test("an answered process ID request, several in one piece", () => {
    const ask = (id: string) => `1D 28 48 06 00 30 30 ${id}`;
    const one = `"one" 0A ${ask("31 32 33 34")}`;
    const two = `"two" 0A ${CUT} ${ask("35 36 37 38")}`;
    const host = new ConnectionDriver().send(`${one} ${two} "three"`).end();
    expect(host.jobs).toEqual([latin1(one), latin1(two), "three"]);
    expect(host.said).toBe("37 22 31 32 33 34 00 | 37 22 35 36 37 38 00");
  });

  test("each job is counted by itself against the limit", () => {
    const endpoint = new FakeEndpoint();
    endpoint.maximumJobBytes = 40;
    const job = `"0123456789" 1D 28 48 06 00 30 30 31 31 31 31`;
    const host = new ConnectionDriver(endpoint).send(`${job} ${job} ${job}`);
    expect(host.jobs).toHaveLength(3);
    expect(host.connection.isRefused).toBe(false);
  });
});

describe("what is no print", () => {
  test.each([
    ["nothing", ""],
    ["status requests", "10 04 01 10 04 04 1D 72 01 1D 49 42 1B 76"],
    ["initialising", "1B 40"],
    ["settings", "1B 40 1B 74 10 1D 61 FF 1B 61 01 1D 21 11 1C 26 1B 44 08 10 00"],
    ["line feeds and blank text", `0A 0A "   " 0A 1B 64 05 0D`],
    ["symbol settings and data without printing", "1D 28 6B 03 00 31 43 05 1D 28 6B 05 00 31 50 30 41 42"],
    ["zeros", "00 00 00 00 00"],
    ["text for the customer display", `1B 3D 02 "Total 1.00" 1B 3D 01`],
    ["a process ID request", "1D 28 48 06 00 30 30 31 32 33 34"],
    ["a part of a command", "1D 28"],
  ])("%s", (_name, sent) => {
    const host = new ConnectionDriver().send(sent).wait(10_000);
    expect(host.jobs).toEqual([]);
    expect(host.send(sent).end().jobs).toEqual([]);
    expect(host.closing).toBe("finish");
  });

  test.each([
    ["a character", `"x"`],
    ["a raster image", "1D 76 30 00 01 00 01 00 FF"],
    ["half of a raster image", "1D 76 30 00 01 00 09 00 FF"],
    ["a bit image", "1B 2A 00 01 00 FF"],
    ["stored graphics", "1D 28 4C 06 00 30 45 31 32 01 01"],
    ["an NV image", "1C 70 01 00"],
    ["a bar code", "1D 6B 04 41 42 00"],
    ["a QR code", "1D 28 6B 03 00 31 51 30"],
    ["a rule", "1D 28 51 0C 00 30 00 00 00 00 20 00 00 00 31 01 01"],
    ["a cut", "1D 56 00"],
    ["a drawer kick", "1B 70 00 19 FA"],
    ["a drawer kick in real time", "10 14 01 00 01"],
    ["the buzzer", "1B 42 02 02"],
    ["a logo that is stored", "1C 71 01 01 00 01 00 FF FF FF FF FF FF FF FF"],
  ])("but %s is", (_name, sent) => {
    const host = new ConnectionDriver().send(`1B 40 ${sent}`).end();
    expect(host.jobs).toEqual([latin1(`1B 40 ${sent}`)]);
  });

  test("settings that nothing follows are forgotten, so that a host that only asks costs nothing", () => {
    const host = new ConnectionDriver();
    for (let count = 0; count < 100; count++) host.send("1B 40 10 04 01").wait(1000);
    expect(host.connection.jobs.heldBytes).toBeLessThan(600);
    host.wait(11_000);
    expect(host.connection.jobs.heldBytes).toBe(0);
    expect(host.send(RECEIPT).end().jobs).toEqual([latin1(RECEIPT)]);
  });
});

describe("replies and durability", () => {
  test("a real-time request is answered at once, whatever is before it", () => {
    const host = new ConnectionDriver(new FakeEndpoint(), false);
    host.send(`"Total" 1D 72 01 10 04 01`);
    expect(host.said).toBe("16");
    expect(host.complete().said).toBe("16 | 00");
  });

  test("requests inside an image are dots", () => {
    const host = new ConnectionDriver().send("1D 76 30 00 03 00 02 00 10 04 01 1D 72 01");
    expect(host.said).toBe("");
  });

  test("a reply in print order comes when what was printed before it is durable; the job goes on", () => {
    const host = new ConnectionDriver(new FakeEndpoint(), false).send(`1B 40 "Total" 0A 1D 72 01 1D 49 42`);
    expect(host.said).toBe("");
    expect(host.spools.map(({ part }) => hex(part))).toEqual([hex(bytes(`1B 40 "Total" 0A 1D 72 01`))]);
    expect(host.complete().said).toBe("00 | 5F 45 50 53 4F 4E 00");
    host.send(`"more" 1B 76`);
    expect(hex(host.spools[1]?.part ?? new Uint8Array())).toBe(hex(bytes(`1D 49 42 "more" 1B 76`)));
    expect(host.spools[1]?.key).toBe(host.spools[0]?.key ?? "");
    host.end();
    expect(host.stores[0]?.spoolKey).toBe(host.spools[0]?.key ?? "");
    expect(host.jobs).toEqual([latin1(`1B 40 "Total" 0A 1D 72 01 1D 49 42 "more" 1B 76`)]);
    expect(host.closing).toBeUndefined();
    expect(host.complete().complete().closing).toBe("finish");
  });

  test("nothing is spooled when nothing printable came before, or since", () => {
    const host = new ConnectionDriver(new FakeEndpoint(), false).send("1B 40 1D 72 01 1D 49 43");
    expect(host.said).toBe("00 | 5F 54 4D 2D 54 38 38 56 00");
    host.send(`"x" 1D 72 01 1D 72 01 0A 1D 72 02`);
    expect(host.spools).toHaveLength(1);
    expect(host.complete().replies).toHaveLength(5);
  });

  test("a process ID is answered after the job is durable, and later replies after it", () => {
    const host = new ConnectionDriver(new FakeEndpoint(), false);
    host.send(`"Total" 1D 28 48 06 00 30 30 41 42 43 44 1D 72 01 10 04 04`);
    expect(host.order).toEqual(["store", "send"]);
    expect(host.said).toBe("12");
    expect(host.complete().said).toBe("12 | 37 22 41 42 43 44 00 | 00");
  });

  test("what cannot be kept is never acknowledged: the printer is offline for this host", () => {
    const host = new ConnectionDriver(new FakeEndpoint(), false);
    host.send(`1D 61 FF "Total" 1D 72 01`).fail();
    expect(host.said).toBe("14 00 00 0F | 1C 00 00 0F");
    host.send(`"more" 1D 72 01 10 04 01 ${CUT}`).wait(2000);
    expect(host.said).toBe("14 00 00 0F | 1C 00 00 0F | 1E");
    expect(host.stores).toEqual([]);
    expect(host.end().closing).toBe("reset");
  });

  test("a job that cannot be stored at the end of the stream is answered with a reset", () => {
    const host = new ConnectionDriver(new FakeEndpoint(), false).send(RECEIPT).end().fail();
    expect(host.order).toEqual(["store", "refused", "reset"]);
  });

  test("after a refusal the host is made to connect anew", () => {
    const host = new ConnectionDriver(new FakeEndpoint(), false).send(RECEIPT).wait(1500).fail();
    expect(host.wait(8000).closing).toBeUndefined();
    expect(host.wait(2000).closing).toBe("reset");
  });

  test("what was acknowledged is kept even when the rest is refused", () => {
    const endpoint = new FakeEndpoint();
    endpoint.maximumJobBytes = 50;
    const host = new ConnectionDriver(endpoint).send(`"acknowledged" 1D 72 01`).send(text("x".repeat(60)));
    expect(host.connection.isRefused).toBe(true);
    expect(host.stores.map(({ raw, isIncomplete }) => [hex(raw), isIncomplete])).toEqual([
      [hex(bytes(`"acknowledged" 1D 72 01`)), true],
    ]);
    expect(host.stores[0]?.spoolKey).toBe(host.spools[0]?.key ?? "");
  });

  test("a job over the limit is refused, also in the middle of a command", () => {
    for (const sent of [text("x".repeat(101)), bytes("1D 76 30 00 FF 00 FF 00")]) {
      const endpoint = new FakeEndpoint();
      endpoint.maximumJobBytes = 100;
      const host = new ConnectionDriver(endpoint).send(sent);
      for (let count = 0; count < 200; count++) host.send(new Uint8Array(1000));
      expect(host.connection.isRefused).toBe(true);
      expect(host.connection.jobs.heldBytes).toBe(0);
      expect(host.end().stores).toEqual([]);
      expect(host.closing).toBe("reset");
    }
  });

  test("a broken connection: what came is stored, marked unless it ends with a cut", () => {
    const broken = (sent: string) => new ConnectionDriver().send(sent).break().stores;
    expect(broken(`"Total"`)[0]?.isIncomplete).toBe(true);
    expect(broken(RECEIPT)[0]?.isIncomplete).toBe(false);
    expect(broken(`${RECEIPT} "next"`)[0]?.isIncomplete).toBe(true);
    expect(broken(`${RECEIPT} 1D 76 30`)[0]?.isIncomplete).toBe(true);
    expect(broken("1B 40 10 04 01")).toEqual([]);
  });

  test("the service ends: whole jobs are acknowledged, others broken off", () => {
    expect(new ConnectionDriver().send(RECEIPT).stop().order).toEqual(["store", "finish"]);
    const cutShort = new ConnectionDriver().send(`"Total"`).stop();
    expect(cutShort.order).toEqual(["store", "reset"]);
    expect(cutShort.stores[0]?.isIncomplete).toBe(true);
    expect(new ConnectionDriver().stop().order).toEqual(["finish"]);
  });
});

describe("an offline printer", () => {
  test("takes jobs, holds replies in print order, and goes on with real-time ones", () => {
    const endpoint = new FakeEndpoint();
    const host = new ConnectionDriver(endpoint).send("1D 61 FF");
    endpoint.simulate("paper-end");
    host.send(`"Total" ${CUT} 1D 28 48 06 00 30 30 41 42 43 44 1D 72 01 10 04 04`).wait(5000);
    expect(host.jobs).toHaveLength(1);
    expect(host.said).toBe("14 00 00 0F | 1C 00 0F 0F | 7E");
    endpoint.simulate("online");
    expect(host.said).toBe("14 00 00 0F | 1C 00 0F 0F | 7E | 14 00 00 0F | 37 22 41 42 43 44 00 | 00");
  });

  test("near end is no fault that holds anything", () => {
    const endpoint = new FakeEndpoint();
    endpoint.simulate("near-end");
    expect(new ConnectionDriver(endpoint).send(`"Total" 1D 72 01`).said).toBe("03");
  });

  test("closes after a job at the end of the stream, but not before replies that it holds", () => {
    const endpoint = new FakeEndpoint();
    endpoint.simulate("cover-open");
    expect(new ConnectionDriver(endpoint).send(RECEIPT).end().closing).toBe("finish");
    const asked = new ConnectionDriver(endpoint).send(`${RECEIPT} 1D 72 01`).end();
    expect(asked.closing).toBeUndefined();
    endpoint.simulate("online");
    expect(asked.order.slice(-2)).toEqual(["send", "finish"]);
  });

  test("one that is out of reach takes in no setting of the automatic status; others tell it at once", () => {
    const endpoint = new FakeEndpoint();
    endpoint.simulate("offline");
    const host = new ConnectionDriver(endpoint).send("1D 61 FF");
    expect(host.said).toBe("");
    endpoint.simulate("online");
    expect(host.said).toBe("14 00 00 0F");
    endpoint.simulate("cover-open");
    expect(new ConnectionDriver(endpoint).send("1D 61 02").said).toBe("3C 00 00 0F");
  });

  test("the automatic status by its mask, off with 0, and the offline response", () => {
    const endpoint = new FakeEndpoint();
    const drawer = new ConnectionDriver(endpoint).send("1D 61 01");
    const off = new ConnectionDriver(endpoint).send("1D 61 FF 1D 61 00");
    const offline = new ConnectionDriver(endpoint).send("1D 28 48 03 00 31 30 01");
    endpoint.simulate("cover-open");
    endpoint.setStatus({ isCoverOpen: true, isDrawerPinHigh: false });
    expect(drawer.said).toBe("14 00 00 0F | 38 00 00 0F");
    expect(off.said).toBe("14 00 00 0F");
    expect(offline.said).toBe("37 23 00");
  });

  test("what waits for it is bounded: it reads no more", () => {
    const endpoint = new FakeEndpoint();
    endpoint.simulate("paper-end");
    const host = new ConnectionDriver(endpoint, true, { waitingReplies: 10 });
    expect(host.connection.bytesToRead(host.now)).toBe(Number.POSITIVE_INFINITY);
    for (let count = 0; count < 10; count++) host.send("1D 72 01");
    expect(host.connection.bytesToRead(host.now)).toBe(0);
    endpoint.simulate("online");
    expect(host.connection.bytesToRead(host.now)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("simulated faults of the connection", () => {
  test("slow: each reply takes a second, and a kilobyte is read in a second", () => {
    const endpoint = new FakeEndpoint();
    endpoint.simulate("slow");
    const host = new ConnectionDriver(endpoint).send("10 04 01 10 04 04").wait(900);
    expect(host.said).toBe("");
    expect(host.wait(100).said).toBe("16 | 12");
    expect(host.connection.bytesToRead(host.now)).toBe(1024);
    host.send(new Uint8Array(1024));
    expect(host.connection.bytesToRead(host.now)).toBe(0);
    expect(host.connection.bytesToRead(host.now + 999)).toBe(0);
    expect(host.connection.bytesToRead(host.now + 1001)).toBe(1024);
    expect(host.send("10 04 01").end().closing).toBeUndefined();
    expect(host.wait(1000).order.slice(-2)).toEqual(["send", "finish"]);
  });

  test.each([[500], [1], [64]])("drop: the first bytes come through, in pieces of %d bytes", (size) => {
    const endpoint = new FakeEndpoint();
    endpoint.simulate("drop");
    const host = new ConnectionDriver(endpoint);
    const sent = text(`${"x".repeat(200)}\u001dr\u0001`);
    for (let from = 0; from < sent.length; from += size) host.send(sent.subarray(from, from + size));
    expect(host.jobs).toEqual(["x".repeat(128)]);
    expect(host.stores[0]?.isIncomplete).toBe(true);
    expect(host.order).toEqual(["store", "reset"]);
  });
});

describe("what is not for a printer", () => {
  test.each([
    ["an HTTP request", "GET / HTTP/1.1\r\nHost: till\r\n\r\n"],
    ["an HTTP request", "print / HTTP/1.1\r\nHost: till\r\n\r\n"],
    ["an HTTP request", "x".repeat(2001)],
    ["a TLS handshake", "\u0016\u0003\u0001\u0002\u0000\u0001"],
    ["an SSH connection", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["an SMB connection", "\u0000\u0000\u0000\u0085\u00ffSMBr"],
    ["a remote desktop connection", "\u0003\u0000\u0000\u0013\u000e\u00e0"],
    ["a WebRTC connection", "\u0000\u0003\u0000\u0008!\u0012\u00a4B"],
    ["a WebRTC connection", "\u0002\u0058\u0000\u0001\u0002\u0044!\u0012\u00a4B"],
  ])("%s is closed at once, in pieces too", (what, sent) => {
    for (const size of [1, sent.length]) {
      const host = new ConnectionDriver();
      for (let from = 0; from < sent.length; from += size) host.send(text(sent.slice(from, from + size)));
      expect(host.order).toEqual(["probe", "finish"]);
      expect(host.probes).toEqual([what]);
      expect(host.connection.jobs.heldBytes).toBe(0);
    }
  });

  test.each([
    ["UEL alone", "\u001b%-12345X"],
    ["a question in PJL", "\u001b%-12345X@PJL INFO STATUS\r\n\u001b%-12345X"],
    ["PJL without UEL", "@PJL INFO ID\r\n"],
  ])("%s is closed after a short silence, or at its end", (_name, sent) => {
    for (const size of [1, 100]) {
      const host = new ConnectionDriver();
      for (let from = 0; from < sent.length; from += size) host.send(text(sent.slice(from, from + size)));
      expect(host.order).toEqual([]);
      expect(host.wait(1500).order).toEqual(["probe", "finish"]);
    }
    expect(new ConnectionDriver().send(text(sent)).end().order).toEqual(["probe", "finish"]);
  });

  test("a print in a wrapper of PJL is kept, byte for byte", () => {
    const sent =
      "\u001b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=ESCPOS\r\n\u001b@Total 1.00\n\u001dV\u0000\u001b%-12345X";
    expect(new ConnectionDriver().send(text(sent)).end().jobs).toEqual([sent]);
    expect(new ConnectionDriver().send(text(sent)).wait(10_000).jobs).toEqual([sent]);
  });

  test("documents for other printers are kept: somebody printed them", () => {
    for (const sent of ["%PDF-1.7\n...", "^XA^FO50,50^FDx^FS^XZ", "\u001b@\u001b\u001da\u0001Star\n"]) {
      expect(new ConnectionDriver().send(text(sent)).end().jobs).toEqual([sent]);
    }
  });

  test.each([["GET 2 FOR 1\n"], ["Total /kg 1.00\n"], ["-".repeat(48)], ["7"]])(
    "a receipt may begin with %j",
    (sent) => {
      expect(new ConnectionDriver().send(text(sent)).end().jobs).toEqual([sent]);
    },
  );
});

test("an idle connection is closed; one with a job or held replies is not", () => {
  const limits = { idleMilliseconds: 20_000 };
  const idle = new ConnectionDriver(new FakeEndpoint(), true, limits).send("10 04 01");
  expect(idle.wait(19_000).closing).toBeUndefined();
  expect(idle.send("10 04 01").wait(19_000).closing).toBeUndefined();
  expect(idle.wait(2000).closing).toBe("finish");
  const waiting = new ConnectionDriver(new FakeEndpoint(), false, limits).send(`"x" 1D 72 01`);
  expect(waiting.wait(30_000).closing).toBeUndefined();
});

test("settings are remembered for all connections of a printer", () => {
  const memory = new PrinterMemory();
  const driver = () => new ConnectionDriver(new FakeEndpoint(), true, {}, memory);
  driver().send("1D 28 45 03 00 01 49 4E 1D 28 45 04 00 05 03 02 00 1D 28 45 04 00 02 4F 55 54");
  expect(driver().send("1D 28 45 02 00 06 03").said).toBe("37 27 33 1F 32 00");
});

test("a job that is durable before its printer is joined is noted as one that goes through before it does", () => {
  const ASK = "1D 72 01";
  const host = new ConnectionDriver(new FakeEndpoint(), false).send(`"one" 0A ${ASK}`);
  expect(host.spools.map(({ isPassing }) => isPassing)).toEqual([false]);
  host.complete();
  expect(host.connection.canFollow).toBe(true);
  host.connection.joined(host.now);
  host.wait(1);
  expect(host.spools.map(({ isPassing, part }) => [isPassing, part.length])).toEqual([
    [false, 7],
    [true, 0],
  ]);
  expect(host.order).not.toContain("pass");
  host.complete();
  expect(host.order).toContain("pass");
  // Once is enough.
  host.send('"two" 0A').complete();
  host.send(ASK).complete();
  expect(host.spools.map(({ part }) => part.length)).toEqual([7, 0, 4]);
});

test("a job that began longer ago than a drawer kick is worth goes by the queue, which leaves out the kick", () => {
  const host = new ConnectionDriver().send(`1B 70 00 19 19 "one" 0A`);
  for (let second = 0; second < 9; second++) host.wait(1000).send(`"more" 0A`);
  expect(host.connection.canFollow).toBe(true);
  expect(host.wait(1000).connection.canFollow).toBe(false);
  expect(host.wait(9000).jobs).toHaveLength(1);
  expect(host.send(`"next" 0A`).connection.canFollow).toBe(true);
});
