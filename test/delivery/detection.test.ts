import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { detectPrinters } from "../../src/delivery/detection/detect-printers.ts";
import { describeFound } from "../../src/delivery/detection/detected-printer.ts";
import { findSerial, findUsb } from "../../src/delivery/detection/local-printers.ts";
import { broadcastOf, findAnnounced, findEpson } from "../../src/delivery/detection/network-printers.ts";
import { SERVICE_NAMES, ServiceRecords } from "../../src/delivery/detection/service-records.ts";
import { HEALTHY } from "../../src/domain/printer-status.ts";
import { readTarget } from "../../src/domain/target.ts";
import { decodeMessage, EMPTY_MESSAGE, encodeMessage } from "../../src/printers/discovery/dns/dns-message.ts";
import type { DnsRecord } from "../../src/printers/discovery/dns/dns-record.ts";
import { startEpsonDiscovery } from "../../src/printers/discovery/epson/epson-discovery.ts";
import { networkLinks } from "../../src/printers/discovery/network/network-links.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** This machine's own network, which no printer is left out of. */
const LOOPBACK = networkLinks("127.0.0.1", undefined, true).filter(({ ipv4 }) => ipv4 === "127.0.0.1");
const everyone = { links: LOOPBACK, isLeftOut: () => false };
/** Neighbours answer in a few; a busy machine takes longer. */
const SEARCH_MILLISECONDS = 1500;

describe("printers that announce themselves", () => {
  let socket: Socket;
  let to: { address: string; port: number };
  let records: DnsRecord[];
  let asked: string[];
  beforeEach(async () => {
    [records, asked] = [[], []];
    socket = createSocket("udp4");
    socket.bind({ port: 0, address: "127.0.0.1" });
    await once(socket, "listening");
    to = { address: "127.0.0.1", port: socket.address().port };
    // Answers each question with what has its name, and tells nothing besides.
    socket.on("message", (bytes: Uint8Array, from) => {
      const questions = decodeMessage(bytes)?.questions ?? [];
      asked.push(...questions.map(({ name, type }) => `${type} ${name.join(".")}`));
      const answers = records.filter(({ name, type }) =>
        questions.some((question) => question.type === type && question.name.join(".") === name.join(".")),
      );
      if (answers.length > 0)
        socket.send(encodeMessage({ ...EMPTY_MESSAGE, isResponse: true, answers }), from.port, from.address);
    });
  });
  afterEach(() => socket.close());

  /** The records of a service of a printer. */
  function announce(
    type: string,
    instance: string,
    host: string,
    port: number,
    text: readonly string[],
  ): void {
    const common = { class: "IN", flush: false, ttl: 120 } as const;
    const service = [type, "_tcp", "local"];
    const name = [instance, ...service];
    records.push(
      { ...common, name: service, type: "PTR", data: name },
      { ...common, name, type: "SRV", data: { priority: 0, weight: 0, port, target: [host, "local"] } },
      { ...common, name, type: "TXT", data: text.map((each) => Buffer.from(each)) },
    );
  }
  const address = (host: string, data: string): DnsRecord => ({
    name: [host, "local"],
    type: "A",
    data,
    class: "IN",
    flush: false,
    ttl: 120,
  });

  test("are told of once each, by the best way to them", async () => {
    announce("_pdl-datastream", "EPSON TM-T88V", "epson", 9100, ["ty=EPSON TM-T88V"]);
    announce("_ipp", "EPSON TM-T88V", "epson", 631, ["rp=ipp/print"]);
    announce("_ipp", "Büro 1.OG", "office", 8631, ["RP=printers/Büro", "ty=Laser 3"]);
    announce("_printer", "lp", "old", 515, ["rp=auto"]);
    announce("_printer", "none", "office", 0, []);
    announce("_ipp", "nowhere", "gone", 631, []);
    records.push(address("epson", "192.0.2.1"), address("office", "192.0.2.2"), address("old", "192.0.2.3"));
    const signal = AbortSignal.timeout(SEARCH_MILLISECONDS);
    expect(await findAnnounced({ ...everyone, to, signal })).toEqual([
      { target: "tcp://192.0.2.1:9100", title: "EPSON TM-T88V" },
      { target: "ipp://192.0.2.2:8631/printers/B%C3%BCro", title: "Laser 3" },
      { target: "lpd://192.0.2.3:515/auto", title: "lp" },
    ]);
    expect(asked.filter((question) => question === "A gone.local")).toHaveLength(1);
  });

  test("those of this machine are left out", async () => {
    announce("_pdl-datastream", "Tillroll", "till", 9100, []);
    records.push(address("till", "192.0.2.9"));
    const isLeftOut = (each: string) => each === "192.0.2.9";
    const signal = AbortSignal.timeout(SEARCH_MILLISECONDS);
    expect(await findAnnounced({ ...everyone, isLeftOut, to, signal })).toEqual([]);
  });
});

test("a neighbour who floods us with names makes no answer take long", () => {
  const [service = []] = SERVICE_NAMES;
  const common = { class: "IN", flush: false, ttl: 120 } as const;
  const flood = (message: number): DnsRecord[] =>
    Array.from({ length: 50 }, (_, index) => {
      const name = [`printer ${message} ${index}`, ...service];
      const data = { priority: 0, weight: 0, port: 1, target: ["other", "local"] };
      return [
        { ...common, name: service, type: "PTR", data: name } as const,
        { ...common, name: ["other", ...name], type: "SRV", data } as const,
      ];
    }).flat();
  const records = new ServiceRecords();
  const began = performance.now();
  let missing = 0;
  for (let message = 0; message < 60; message++) {
    records.add({ ...EMPTY_MESSAGE, isResponse: true, answers: flood(message) });
    missing = records.missing().length;
  }
  // Two questions for each of the printers among the 5000 records that are kept. It took minutes when all were searched.
  expect(missing).toBe(5000);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test("Epson's printers answer Epson's search, which is also how ours answers", async () => {
  const printer = { model: "TM-m30", status: HEALTHY };
  const options = {
    log: { write() {} },
    printer: () => printer,
    listenHost: "127.0.0.1",
    links: () => LOOPBACK,
  };
  const { port, stop } = await startEpsonDiscovery({ ...options, port: 0 });
  try {
    const signal = AbortSignal.timeout(SEARCH_MILLISECONDS);
    const found = await findEpson({ ...everyone, to: { address: "127.0.0.1", port }, signal });
    expect(found).toEqual([{ target: "tcp://127.0.0.1:9100", title: "EPSON TM-m30" }]);
  } finally {
    await stop();
  }
});

test("the address that all of a network hear", () => {
  expect(broadcastOf("192.168.1.50", "255.255.255.0")).toBe("192.168.1.255");
  expect(broadcastOf("10.1.2.3", "255.255.252.0")).toBe("10.1.3.255");
});

describe("printers of this machine", () => {
  let root: string;
  beforeEach(() => {
    root = temporaryFolder();
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  test("each on USB by what tells it apart", () => {
    const devices = [
      { idProduct: "0202", serial: "A1", product: "TM-T20II" },
      { idProduct: "0e15", product: "TM-T88V" },
      { idProduct: "5011", serial: "0000" },
      { idProduct: "5012", serial: "0000" },
      { idProduct: "5013" },
      { idProduct: "5013" },
    ];
    for (const [index, facts] of devices.entries()) {
      const device = `sys/devices/usb/${index}`;
      for (const [file, text] of Object.entries({ idVendor: "04b8", ...facts }))
        write(`${device}/${file}`, text);
      write(`${device}/interface/x`, "");
      mkdirSync(join(root, `sys/class/usbmisc/lp${index}`), { recursive: true });
      symlinkSync(join(root, device, "interface"), join(root, `sys/class/usbmisc/lp${index}/device`));
    }
    expect(findUsb(root).map(({ target }) => target.replace(root, ""))).toEqual([
      "usb:A1",
      "usb:04b8:0e15",
      "usb:04b8:5011",
      "usb:04b8:5012",
      "usb:/dev/usb/lp4",
      "usb:/dev/usb/lp5",
    ]);
  });

  test("serial lines that are there", () => {
    write("dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0", "");
    write("sys/class/tty/ttyS0/type", "4\n");
    write("sys/class/tty/ttyS1/type", "0\n");
    expect(findSerial(root, "linux")).toEqual([
      {
        target: "serial:/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0",
        title: "FTDI FT232R USB UART A50285BI",
      },
      { target: "serial:/dev/ttyS0", title: "Serial line ttyS0" },
    ]);
    for (const name of ["cu.usbserial-1420", "cu.Bluetooth-Incoming-Port", "tty.usbserial-1420"])
      write(`dev/${name}`, "");
    expect(findSerial(root, "darwin")).toEqual([
      { target: "serial:/dev/cu.usbserial-1420", title: "usbserial-1420" },
    ]);
  });
});

describe("detection", () => {
  const source = (name: string, find: () => { target: string; title: string }[] | Promise<never>) => ({
    name,
    systems: null,
    find,
  });

  test("tells how each is added, each once, and what could not be asked", async () => {
    const sources = [
      source("USB", () => [{ target: "usb:A1", title: "EPSON TM-T20II" }]),
      source("Windows", () => [{ target: 'windows:The "good" one', title: 'The "good" one' }]),
      source("Epson", () => [{ target: "tcp://192.0.2.1:9100", title: "EPSON TM-T20II" }]),
      source("network", () => [
        { target: "ipp://192.0.2.1:631/ipp/print", title: "TM-T20II" },
        { target: "ipp://192.0.2.2:631/printers/a", title: "???" },
        { target: "ipp://192.0.2.2:631/printers/b", title: "???" },
      ]),
      source("CUPS", () => Promise.reject(new Error("it refused the connection\n  at somewhere"))),
      source("slow", () => new Promise<never>(() => {})),
    ];
    const { printers, unasked } = await detectPrinters(["EPSON-tm-t20ii"], {
      milliseconds: 20,
      sources,
      system: "linux",
    });
    expect(printers.map(({ command }) => command)).toEqual([
      "tillroll printer add epson-tm-t20ii-2 --target usb:A1 --model epson-tm-t20ii",
      `tillroll printer add the-good-one --target 'windows:The "good" one'`,
      "tillroll printer add epson-tm-t20ii-3 --target tcp://192.0.2.1:9100 --model epson-tm-t20ii",
      "tillroll printer add printer --target ipp://192.0.2.2:631/printers/a",
      "tillroll printer add printer-2 --target ipp://192.0.2.2:631/printers/b",
    ]);
    expect(unasked).toEqual([
      { source: "CUPS", reason: "it refused the connection" },
      { source: "slow", reason: "it did not answer in time" },
    ]);
    for (const { target } of printers) expect(readTarget(target)).toBeObject();
  });

  test.each([
    ["linux", `usb:\\";touch x;"$(id)\`id\``, `'usb:\\";touch x;"$(id)\`id\`'`],
    ["linux", "cups:it's", String.raw`'cups:it'\''s'`],
    ["win32", String.raw`windows:\\HOST\Till printer`, String.raw`"windows:\\HOST\Till printer"`],
    ["win32", 'windows:a" & calc & "', '"windows:a & calc & "'],
  ] as const)("on %s the command names %s as one word", (system, target, word) => {
    const { command } = describeFound("USB", { target, title: "TILL" }, new Set(), system);
    expect(command).toBe(`tillroll printer add till --target ${word}`);
    if (system === "win32") return;
    const { stdout } = Bun.spawnSync(["sh", "-c", command.replace("tillroll", "printf '%s\n'")]);
    expect(stdout.toString().split("\n").slice(0, -1)).toEqual([
      "printer",
      "add",
      "till",
      "--target",
      target,
    ]);
  });

  test("shows no control characters of what a neighbour calls itself", () => {
    const { title, name } = describeFound(
      "network",
      { target: "tcp://a:1", title: "Bar\x1b]0;x\x07" },
      new Set(),
    );
    expect({ title, name }).toEqual({ title: "Bar]0;x", name: "bar-0-x" });
  });

  test("asks only what the system has", async () => {
    const sources = [
      { ...source("USB", () => [{ target: "usb:A1", title: "USB" }]), systems: ["linux"] as const },
      { ...source("Windows", () => [{ target: "windows:a", title: "a" }]), systems: ["win32"] as const },
    ];
    const { printers } = await detectPrinters([], { milliseconds: 1, sources, system: "win32" });
    expect(printers.map(({ source: from }) => from)).toEqual(["Windows"]);
  });
});
