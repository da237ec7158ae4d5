import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ConnectionEvents } from "../../../src/delivery/connections/connection.ts";
import { DeviceConnection } from "../../../src/delivery/connections/device-connection.ts";
import type { DevicePort } from "../../../src/delivery/connections/device-port.ts";
import { openDevice } from "../../../src/delivery/connections/open-connection.ts";
import { usbDevices } from "../../../src/delivery/connections/usb-devices.ts";
import { statusFromPort } from "../../../src/delivery/connections/usb-port-status.ts";
import { openUsbPort } from "../../../src/delivery/connections/usb-port.ts";
import { HEALTHY } from "../../../src/domain/printer-status.ts";
import { readTarget, type TargetOf } from "../../../src/domain/target.ts";
import { describeUnless } from "../../describe-unless.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { until } from "../../until.ts";
import { PseudoTerminal, WHY_WITHOUT_TERMINALS } from "./pseudo-terminal.ts";

const usb = (text: string) => readTarget(`usb:${text}`) as TargetOf<"usb">;

/** The files in which Linux tells of USB printers, in a folder. */
class UsbFiles {
  readonly root = temporaryFolder();

  constructor() {
    mkdirSync(join(this.root, "sys/class/usbmisc"), { recursive: true });
    mkdirSync(join(this.root, "dev/usb"), { recursive: true });
  }

  plugIn(name: string, facts: Readonly<Record<string, string>>): void {
    const device = join(this.root, "sys/devices", `at-${name}`);
    mkdirSync(join(device, "1-1:1.0"), { recursive: true });
    for (const [file, text] of Object.entries(facts)) writeFileSync(join(device, file), `${text}\n`);
    mkdirSync(join(this.root, "sys/class/usbmisc", name));
    symlinkSync(join(device, "1-1:1.0"), join(this.root, "sys/class/usbmisc", name, "device"));
  }

  unplug(name: string): void {
    rmSync(join(this.root, "sys/class/usbmisc", name), { recursive: true });
    rmSync(join(this.root, "sys/devices", `at-${name}`), { recursive: true });
  }
}

const EPSON = {
  idVendor: "04b8",
  idProduct: "0202",
  serial: "J4NF012345",
  manufacturer: "EPSON",
  product: "TM-T20II",
};
const CLONE = { idVendor: "0416", idProduct: "5011" };

describe("the USB printers of this machine", () => {
  let files: UsbFiles;
  beforeEach(() => {
    files = new UsbFiles();
  });
  afterEach(() => rmSync(files.root, { recursive: true, force: true }));

  test("are told of with what they say of themselves", () => {
    expect(usbDevices(files.root)).toEqual([]);
    files.plugIn("lp0", EPSON);
    files.plugIn("lp1", CLONE);
    expect(usbDevices(files.root)).toEqual([
      {
        path: join(files.root, "dev/usb/lp0"),
        productId: "04b8:0202",
        serialNumber: "J4NF012345",
        title: "EPSON TM-T20II",
      },
      {
        path: join(files.root, "dev/usb/lp1"),
        productId: "0416:5011",
        serialNumber: null,
        title: "USB printer",
      },
    ]);
  });

  test("two of one kind are told apart by nothing but their numbers", () => {
    files.plugIn("lp0", CLONE);
    files.plugIn("lp1", CLONE);
    expect(() => openUsbPort(usb("0416:5011"), files.root)).toThrow(/there are 2 of the product id/);
    expect(() => openUsbPort(usb("J4NF012345"), files.root)).toThrow(/not plugged in/);
  });

  describeUnless(WHY_WITHOUT_TERMINALS, "as a stand-in", () => {
    test("one is found by its serial number, wherever it is plugged in", async () => {
      const received: string[] = [];
      for (const name of ["lp0", "lp3"]) {
        files.plugIn(name, EPSON);
        const terminal = new PseudoTerminal(join(files.root, "dev/usb", name));
        const events: ConnectionEvents = { onData() {}, onTaken() {}, onEnd() {} };
        const connection = await openDevice(() => openUsbPort(usb("J4NF012345"), files.root), events);
        connection.write(Buffer.from(`on ${name}`));
        await until(() => terminal.received.length === name.length + 3);
        received.push(terminal.received.toString());
        connection.close();
        terminal.unplug();
        files.unplug(name);
      }
      expect(received).toEqual(["on lp0", "on lp3"]);
    });
  });
});

/** A device whose driver does as it is told. */
class ScriptedPort implements DevicePort {
  taken = "";
  isClosed = false;
  isDiscarded = false;
  isUnderWay = false;
  room = Number.POSITIVE_INFINITY;
  failure: string | null = null;
  answers: Uint8Array[] = [];

  read(): Uint8Array {
    this.fail();
    return this.answers.shift() ?? new Uint8Array(0);
  }

  write(bytes: Uint8Array): number {
    this.fail();
    const count = Math.min(bytes.length, this.room);
    this.room -= count;
    this.taken += Buffer.from(bytes.subarray(0, count)).toString();
    return count;
  }

  unsent(): number {
    return this.isUnderWay ? 1 : 0;
  }

  discard(): void {
    this.isDiscarded = true;
  }

  status(): Promise<null> {
    return Promise.resolve(null);
  }

  close(): void {
    this.isClosed = true;
  }

  private fail(): void {
    if (this.failure !== null) throw Object.assign(new Error(this.failure), { code: this.failure });
  }
}

describe("a device's connection", () => {
  const times = { busy: 1, idle: 2, busyFor: 20, lastBytes: 30 };
  let port: ScriptedPort;
  let told: string[];
  let connection: DeviceConnection;
  beforeEach(() => {
    port = new ScriptedPort();
    told = [];
    const events: ConnectionEvents = {
      onData: (bytes) => told.push(`data ${Buffer.from(bytes).toString()}`),
      onTaken: (count) => told.push(`taken ${count}`),
      onEnd: (cause) => told.push(`end ${cause}`),
    };
    connection = new DeviceConnection(port, events, times);
  });
  afterEach(() => connection.terminate());

  test.each([
    ["ENODEV", "it was unplugged"],
    ["EIO", "it was unplugged"],
    ["EWHATEVER", "it does not work (EWHATEVER)"],
  ])("%s ends it", async (code, cause) => {
    connection.write(Buffer.from("12345"));
    await until(() => port.taken === "12345");
    port.failure = code;
    await until(() => port.isClosed);
    expect(told).toEqual(["taken 5", `end ${cause}`]);
  });

  test("what the device does not take waits, and answers come meanwhile", async () => {
    port.room = 3;
    connection.write(Buffer.from("1234567"));
    await until(() => port.taken === "123");
    port.answers.push(Buffer.from("!"));
    await until(() => told.includes("data !"));
    expect(connection.pending).toBe(4);
    port.room = 10;
    await until(() => connection.pending === 0);
    expect(told).toEqual(["taken 3", "data !", "taken 4"]);
  });

  test("it is closed when the last packet has left, not before", async () => {
    port.isUnderWay = true;
    connection.write(Buffer.from("123"));
    connection.shutdown();
    await until(() => port.taken === "123");
    await until(() => connection.unacknowledged === 1);
    expect({ isClosed: port.isClosed, pending: connection.pending }).toEqual({ isClosed: false, pending: 0 });
    port.isUnderWay = false;
    await until(() => port.isClosed);
    expect({ told, isDiscarded: port.isDiscarded }).toEqual({
      told: ["taken 3", "end null"],
      isDiscarded: false,
    });
  });

  test("a closed one that takes nothing any more is given back after a while", async () => {
    port.room = 1;
    connection.write(Buffer.from("123"));
    connection.close();
    await until(() => port.isClosed);
    expect({ taken: port.taken, isDiscarded: port.isDiscarded, told }).toEqual({
      taken: "1",
      isDiscarded: true,
      told: [],
    });
  });

  test("it does not read while its answers are not wanted", async () => {
    connection.pause();
    port.answers.push(Buffer.from("!"));
    connection.write(Buffer.from("1"));
    await until(() => told.length > 0);
    expect(told).toEqual(["taken 1"]);
    connection.resume();
    await until(() => told.length > 1);
    expect(told[1]).toBe("data !");
  });
});

test.each([
  [0x18, HEALTHY],
  [0x38, { ...HEALTHY, paper: "end" }],
  [0x28, { ...HEALTHY, paper: "end" }],
  [0x08, { ...HEALTHY, isReachable: false }],
  [0x10, { ...HEALTHY, isReachable: false }],
  [0x00, null],
] as const)("the port status %p", (byte, status) => {
  expect(statusFromPort(byte)).toEqual(status);
});
