import { describe, expect, test } from "bun:test";
import { readNewPrinter } from "../../src/contract/printer.ts";
import {
  isOn,
  parseTarget,
  readTarget,
  type Target,
  targetFault,
  targetForms,
} from "../../src/domain/target.ts";
import { TARGET_KINDS, type TargetKind } from "../../src/domain/target-kinds.ts";
import { TillrollError } from "../../src/domain/errors.ts";

const EPOS = "/cgi-bin/epos/service.cgi";

const LINE = { baud: 9600, dataBits: 8, parity: "none", stopBits: 1, flow: "none" } as const;

const ipp = (url: string, uri: string) => ({ kind: "ipp", url, uri }) as const;

const GOOD: readonly (readonly [string, Target])[] = [
  ["tcp://192.168.1.50", { kind: "tcp", host: "192.168.1.50", port: 9100 }],
  ["tcp://192.168.1.50:9101", { kind: "tcp", host: "192.168.1.50", port: 9101 }],
  ["tcp://kitchen.local:80", { kind: "tcp", host: "kitchen.local", port: 80 }],
  ["TCP://Kitchen:9100/", { kind: "tcp", host: "kitchen", port: 9100 }],
  ["tcp://[fe80::1]:9100", { kind: "tcp", host: "fe80::1", port: 9100 }],
  ["usb:J4NF012345", { kind: "usb", by: "serial number", id: "J4NF012345" }],
  ["usb:04B8:0202", { kind: "usb", by: "product id", id: "04b8:0202" }],
  ["usb:/dev/usb/lp0", { kind: "usb", by: "path", id: "/dev/usb/lp0" }],
  ["serial:/dev/ttyUSB0", { kind: "serial", path: "/dev/ttyUSB0", line: LINE }],
  [
    "serial:COM12?baud=115200&data=7&parity=Even&stop=2&flow=rtscts",
    {
      kind: "serial",
      path: "COM12",
      line: { baud: 115_200, dataBits: 7, parity: "even", stopBits: 2, flow: "rtscts" },
    },
  ],
  ["windows:EPSON TM-T20II Receipt", { kind: "windows", name: "EPSON TM-T20II Receipt" }],
  ["windows:\\\\till-2\\receipt", { kind: "windows", name: "\\\\till-2\\receipt" }],
  ["cups:receipt_1", { kind: "cups", queue: "receipt_1" }],
  ["ipp://10.0.0.7/ipp/print", ipp("http://10.0.0.7:631/ipp/print", "ipp://10.0.0.7:631/ipp/print")],
  [
    "ipps://[::1]:8631/printers/a%20b",
    ipp("https://[::1]:8631/printers/a%20b", "ipps://[::1]:8631/printers/a%20b"),
  ],
  ["ipp://server:80/ipp", ipp("http://server:80/ipp", "ipp://server:80/ipp")],
  ["lpd://server/Bar%201", { kind: "lpd", host: "server", port: 515, queue: "Bar 1" }],
  ["lpd://[::1]:1515/lp", { kind: "lpd", host: "::1", port: 1515, queue: "lp" }],
  ["file:/srv/all receipts", { kind: "file", folder: "/srv/all receipts" }],
  ["file:///srv/all%20receipts", { kind: "file", folder: "/srv/all receipts" }],
  ["file:///C:/receipts", { kind: "file", folder: "C:/receipts" }],
  ["file:D:\\receipts", { kind: "file", folder: "D:\\receipts" }],
  ["epos://10.0.0.7", { kind: "epos", url: `http://10.0.0.7${EPOS}`, deviceId: "local_printer" }],
  ["epos://10.0.0.7:8008", { kind: "epos", url: `http://10.0.0.7:8008${EPOS}`, deviceId: "local_printer" }],
  ["http://printer", { kind: "epos", url: `http://printer${EPOS}`, deviceId: "local_printer" }],
  [
    `https://printer:8043${EPOS}?devid=kitchen&timeout=1`,
    { kind: "epos", url: `https://printer:8043${EPOS}`, deviceId: "kitchen" },
  ],
];

const BAD: readonly (readonly [unknown, RegExp])[] = [
  [7, /must be a string/],
  ["", /from 1 to 500/],
  ["?", /such as tcp:/],
  ["ftp://printer", /begins with ftp:/],
  ["tcp://", /no usable host/],
  ["tcp://:9100", /no usable host/],
  ["tcp://printer:0", /port from 1/],
  ["tcp://printer:99999", /no usable host or port/],
  ["tcp://printer:9100/queue", /must end with the port/],
  ["tcp://printer:9100?x=1", /must end with the port/],
  ["tcp://me:secret@printer", /no user name/],
  ["usb:", /must have a serial number/],
  ["usb:/etc/passwd", /must have a serial number/],
  ["usb:/dev/usb/lp0/../../sda", /must have a serial number/],
  ["serial:ttyUSB0", /must have a port such as/],
  ["serial:/etc/passwd", /must have a port such as/],
  ["serial:/dev/../etc/passwd", /must have a port such as/],
  ["serial:/dev/ttyS0?baud=19k", /a baud of a number from/],
  ["serial:/dev/ttyS0?parity=mark", /a parity of none, even, odd/],
  ["serial:/dev/ttyS0?flow=dtr", /a flow of none, rtscts, xonxoff/],
  ["serial:/dev/ttyS0?speed=9600", /has no setting speed; there are baud, data/],
  ["cups:a/b", /name of a queue/],
  ["cups:", /name of a queue/],
  ["ipp://server", /must end with a path: ipp:/],
  ["ipp:server/ipp", /must begin with ipp:\/\//],
  ["ipp://server/ipp?waitjob=false", /no part after a \?/],
  ["lpd://server/%", /a % that stands for nothing/],
  ["lpd://server", /must end with a path: lpd:\/\/HOST\/lp/],
  ["lpd://host/a%0a%01b", /queue without control characters/],
  ["file:receipts", /whole path of a folder/],
  ["file://server/receipts", /whole path of a folder/],
  ["file:", /whole path of a folder/],
  ["tcp://prin ter", /no spaces/],
  ["tcp://prin\nter", /no control characters/],
  ["tcp://printer#1", /after a #/],
  ["http://printer/print", /must have the form http:.*devid/],
  [`epos://printer${EPOS}`, /must have the form epos:/],
  [`tcp://${"a".repeat(500)}`, /from 1 to 500/],
];

describe("targets", () => {
  test.each(GOOD)("%p", (text, target) => {
    expect(readTarget(text)).toEqual(target);
    if (targetFault(text) === null) expect(readNewPrinter({ name: "till", target: text }).target).toBe(text);
  });

  test.each(BAD)("%p is refused", (text, message) => {
    const issues = [{ path: "target", message: expect.stringMatching(message) }];
    expect(() => readNewPrinter({ name: "till", target: text })).toThrow(
      expect.objectContaining({ data: { issues } }),
    );
  });

  test.each([
    ["192.168.1.50", "tcp://192.168.1.50:9100"],
    [" 192.168.1.50 ", "tcp://192.168.1.50:9100"],
    ["192.168.1.50:9101", "tcp://192.168.1.50:9101"],
    ["kitchen", "tcp://kitchen:9100"],
    ["kitchen.local:9100", "tcp://kitchen.local:9100"],
    ["EPSON-TM_1/", "tcp://EPSON-TM_1:9100"],
    ["fe80::1", "tcp://[fe80::1]:9100"],
    ["[fe80::1]:9100", "tcp://[fe80::1]:9100"],
    ["COM3", "serial:COM3"],
    ["/dev/ttyUSB0", "serial:/dev/ttyUSB0"],
    ["/dev/usb/lp0", "usb:/dev/usb/lp0"],
  ])("%p is told what was probably meant", (text, meant) => {
    const start = `must begin with how the printer is reached: did you mean ${meant}? It may be tcp://`;
    expect(targetFault(text)).toStartWith(start);
    expect(typeof readTarget(meant)).toBe("object");
  });

  test.each(["kitchen:0", "kitchen:99999", "ftp://printer", "two words", "a:b:c:d", "999.1.1.1"])(
    "%p is told nothing that is none",
    (text) => {
      expect(targetFault(text)).not.toContain("did you mean");
    },
  );

  test("an unusable one throws", () => {
    expect(() => parseTarget("nothing")).toThrow(TillrollError);
  });

  test("every kind's example is one of that kind, and its form is told where the system has it", () => {
    for (const kind of Object.keys(TARGET_KINDS) as TargetKind[]) {
      const { example, form } = TARGET_KINDS[kind];
      expect(readTarget(example)).toMatchObject({ kind });
      for (const system of ["linux", "darwin", "win32"] as const)
        expect(targetForms(system).includes(form)).toBe(isOn(kind, system));
    }
  });

  test.each([
    ["usb:J4NF012345", "darwin", "usb: is only on Linux; give "],
    ["usb:J4NF012345", "win32", "usb: is only on Linux; give "],
    ["windows:Receipt", "linux", "windows: is only on Windows; give "],
    ["serial:COM3", "linux", "such a serial: address is only on Windows; give "],
    ["serial:/dev/ttyUSB0", "win32", "such a serial: address is only on Linux and macOS; give "],
    ["cups:receipt", "win32", "cups: is only on Linux and macOS; give "],
  ] as const)("%s on %s is refused with where it is", (text, system, message) => {
    expect(targetFault(text, system)).toStartWith(message);
    expect(() => parseTarget(text, system)).toThrow(message);
  });
});
