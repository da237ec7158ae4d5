import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openConnection } from "../../../src/delivery/connections/open-connection.ts";
import { mayBeLine, sttyWords, termiosOf } from "../../../src/delivery/connections/serial-port.ts";
import { UNCONFIRMED } from "../../../src/delivery/raw/job-transfer.ts";
import { readTarget, type TargetOf } from "../../../src/domain/target.ts";
import { describeUnless } from "../../describe-unless.ts";
import { until } from "../../until.ts";
import { RealParts } from "../real-parts.ts";
import { JoinedPrinter } from "../../printers/raw9100/joined-printer.ts";
import { type Behaviour, ScriptedPrinter } from "../scripted-printer.ts";
import { PseudoTerminal, WHY_WITHOUT_TERMINALS } from "./pseudo-terminal.ts";

const line = { baud: 19_200, dataBits: 8, parity: "none", stopBits: 1, flow: "none" } as const;
const target = (path: string) => readTarget(`serial:${path}?baud=19200`) as TargetOf<"serial">;

/** The settings of a terminal as `stty` tells them. */
function settingsOf(path: string): string {
  return Bun.spawnSync(["stty", "-a", "-F", path]).stdout.toString();
}

describeUnless(WHY_WITHOUT_TERMINALS, "a serial printer", () => {
  let folder: string;
  let terminal: PseudoTerminal;
  beforeEach(() => {
    folder = mkdtempSync("/dev/shm/tillroll-serial-");
    terminal = new PseudoTerminal(join(folder, "tty"));
  });
  afterEach(() => {
    terminal.unplug();
    rmSync(folder, { recursive: true, force: true });
  });

  test("its line is set, and carries all bytes as they are both ways", async () => {
    const heard: Buffer[] = [];
    let taken = 0;
    const connection = await openConnection(target(terminal.path), 1000, {
      onData: (bytes) => heard.push(Buffer.from(bytes)),
      onTaken: (count) => (taken += count),
      onEnd: () => {},
    });
    const settings = settingsOf(terminal.path);
    for (const said of ["-icanon", "-opost", "-echo ", " cs8", " clocal", "-hupcl", "-ixon"])
      expect(settings).toContain(said);
    const all = Uint8Array.from({ length: 256 }, (_, index) => index);
    connection.write(all);
    terminal.say(all);
    await until(() => terminal.received.length === 256 && Buffer.concat(heard).length === 256);
    expect(terminal.received.equals(all)).toBe(true);
    expect(Buffer.concat(heard).equals(all)).toBe(true);
    expect({ taken, pending: connection.pending }).toEqual({ taken: 256, pending: 0 });
    connection.close();
  });

  test("a printer that reads nothing stops the writing, and nothing is lost", async () => {
    terminal.setReading(false);
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 31) % 256);
    let taken = 0;
    let ended: string | null | undefined;
    const connection = await openConnection(target(terminal.path), 1000, {
      onData: () => {},
      onTaken: (count) => (taken += count),
      onEnd: (cause) => (ended = cause),
    });
    connection.write(bytes);
    connection.shutdown();
    let before = -1;
    await until(() => {
      const isStill = taken === before && taken > 0;
      before = taken;
      return isStill;
    });
    expect(taken).toBeLessThan(bytes.length);
    expect(connection.pending).toBe(bytes.length - taken);
    terminal.setReading(true);
    await until(() => ended !== undefined);
    expect(ended).toBeNull();
    await until(() => terminal.received.length === bytes.length);
    expect(terminal.received.equals(bytes)).toBe(true);
  });

  test("what was written and not sent is thrown away when it is ended at once", async () => {
    terminal.setReading(false);
    const connection = await openConnection(target(terminal.path), 1000, {
      onData: () => {},
      onTaken: () => {},
      onEnd: () => {},
    });
    connection.write(new Uint8Array(100_000));
    await until(() => connection.pending < 100_000);
    connection.terminate();
    connection.write(new Uint8Array(1));
    terminal.setReading(true);
    await until(async () => settingsOf(terminal.path) !== "");
    expect(terminal.received.length).toBeLessThan(100_000);
  });

  test("its line can be set by stty as well", () => {
    const words = sttyWords(terminal.path, { ...line, baud: 38_400, stopBits: 2, flow: "xonxoff" });
    expect(Bun.spawnSync(["stty", ...words]).exitCode).toBe(0);
    const settings = settingsOf(terminal.path);
    for (const said of ["speed 38400 baud", " cs8", " cstopb", " ixon", "-icanon", "-echo ", "-parenb"])
      expect(settings).toContain(said);
  });

  test("nothing else than a line is even opened: some devices do something by that alone", () => {
    expect(mayBeLine(terminal.path)).toBe(true);
    // A file, and devices of other kinds; a watchdog would be one of them.
    for (const path of [import.meta.path, "/dev/null", "/dev/random"]) expect(mayBeLine(path)).toBe(false);
  });

  test.each([
    ["no such file", "/dev/shm/nothing", /not plugged in/],
    ["no line", "/dev/null", /no serial line/],
  ])("%s is said so", async (_name, path, message) => {
    const events = { onData: () => {}, onTaken: () => {}, onEnd: () => {} };
    expect(openConnection(target(path), 1000, events)).rejects.toThrow(message);
  });

  test.each<[string, Partial<Behaviour>, string | null]>([
    ["answers everything", {}, null],
    ["answers nothing", { realTime: false, ordered: false, processId: false }, UNCONFIRMED],
  ])("one that %s gets every print, in order", async (_name, behaviour, note) => {
    const real = ScriptedPrinter.start(behaviour);
    terminal.join(real.port);
    const parts = await RealParts.start();
    try {
      const kitchen = await parts.addPrinter({ name: "kitchen", target: `serial:${terminal.path}` });
      for (const order of ["1", "2", "3"]) await parts.print(kitchen, `${order}\n\x1dVA\0`);
      await parts.settled();
      // One that answers nothing may still have the last bytes before it.
      await until(() => real.paper.replaceAll("<garbage>", "") === "1\n|2\n|3\n|");
      expect(parts.all()).toMatchObject([1, 2, 3].map(() => ({ state: "done", reason: note })));
    } finally {
      await parts.end();
      real.goAway();
    }
  });

  test("has a host's bytes as they arrive, and the host its own answers", async () => {
    const till = await JoinedPrinter.start({}, { target: `serial:${terminal.path}` });
    try {
      terminal.join(till.real.port);
      const host = await till.connectJoined();
      host.answers = "";
      till.real.set({ trouble: "cover-open" });
      await host.ask("\x10\x04\x01", "1e");
      till.real.set({ trouble: "none" });
      // The connection stays open: nothing but its bytes tells that the drawer is to open.
      host.send("\x1bp\0\x19\xfa");
      await until(() => terminal.received.includes("\x1bp\0\x19\xfa", "latin1"));
      host.send("Order 17\n\x1dVA\0");
      await until(() => till.real.paper.endsWith("Order 17\n|"));
      host.socket.end();
      await till.parts.until(() => till.parts.states().every((state) => state === "done"), "the delivery");
    } finally {
      await till.end();
    }
  });

  test("one that is unplugged is waited for, and found when it is back", async () => {
    const real = ScriptedPrinter.start();
    terminal.join(real.port);
    const parts = await RealParts.start();
    try {
      const kitchen = await parts.addPrinter({ name: "kitchen", target: `serial:${terminal.path}` });
      await parts.print(kitchen, "1\n\x1dVA\0");
      await parts.settled();
      terminal.unplug();
      await parts.print(kitchen, "2\n\x1dVA\0");
      await parts.until(() => /not plugged in/.test(parts.all()[1]?.reason ?? ""), "the reason");
      await parts.until(() => parts.deliveries.statusOf(kitchen.id)?.isReachable === false, "the status");
      terminal.plugIn();
      terminal.join(real.port);
      await parts.settled();
      expect(real.paper).toBe("1\n|2\n|");
      expect(parts.states()).toEqual(["done", "done"]);
    } finally {
      await parts.end();
      real.goAway();
    }
  });
});

test("a line's settings as the kernel takes them", () => {
  const termios = termiosOf(
    { ...line, parity: "odd", stopBits: 2, dataBits: 7, flow: "rtscts" },
    new Uint8Array(19),
  );
  const view = new DataView(termios.buffer);
  // IGNBRK; BOTHER, CREAD, CLOCAL, CS7, CSTOPB, PARENB, PARODD, CRTSCTS; VMIN 1; the speeds.
  expect(view.getUint32(0, true)).toBe(0o1);
  expect(view.getUint32(8, true)).toBe(0x80000000 + 0o10000 + 0o200 + 0o4000 + 0o40 + 0o100 + 0o400 + 0o1000);
  expect([termios[22], termios[23], view.getUint32(36, true), view.getUint32(40, true)]).toEqual([
    0, 1, 19_200, 19_200,
  ]);
});
