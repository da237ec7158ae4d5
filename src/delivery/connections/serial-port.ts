import { realpathSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { isatty } from "node:tty";
import type { SerialLine } from "../../domain/serial-line.ts";
import { ConnectError } from "./connection.ts";
import type { DevicePort } from "./device-port.ts";
import { DeviceFile, deviceLibrary } from "./file-descriptor.ts";

const NOTHING = new Uint8Array(0);

/** Requests of Linux' `asm-generic/ioctls.h`. */
const REQUEST = { getLine: 0x802c542an, setLine: 0x402c542bn, exclusive: 0x540cn, unsent: 0x5411n } as const;

/** `struct termios2`: four words of flags, the line discipline, 19 control characters, two speeds. */
const TERMIOS = { bytes: 44, control: 8, characters: 17, speedIn: 36, speedOut: 40 } as const;

/** Where VTIME and VMIN are among the control characters. */
const [TIME, MINIMUM] = [5, 6];

/** XON and XOFF, and where they are among the control characters. */
const [START, STOP] = [
  { at: 8, character: 0x11 },
  { at: 9, character: 0x13 },
];

/** Flags of Linux' `asm-generic/termbits.h`. */
const FLAG = {
  softwareFlow: 0o2000,
  ignoreBreak: 0o1,
  /** The speed is the number itself. */
  otherSpeed: 0o10000,
  bits7: 0o40,
  bits8: 0o60,
  twoStops: 0o100,
  receive: 0o200,
  parity: 0o400,
  odd: 0o1000,
  local: 0o4000,
  hardwareFlow: 0o20000000000,
} as const;

/** TCOFLUSH: what was written and not sent. */
const OUTPUT = process.platform === "darwin" ? 2 : 1;

/** A serial line of Linux or macOS. */
class SerialPort implements DevicePort {
  constructor(private readonly file: DeviceFile) {}

  read(): Uint8Array {
    const bytes = this.file.read();
    // A line that has hung up reads as ended, for ever.
    if (bytes !== null && bytes.length === 0) throw new HangUp();
    return bytes ?? NOTHING;
  }

  write(bytes: Uint8Array): number {
    return this.file.write(bytes);
  }

  unsent(): number {
    if (process.platform !== "linux") return 0;
    const unsent = new Int32Array(1);
    deviceLibrary()?.ioctl(this.file.descriptor, REQUEST.unsent, unsent);
    return unsent[0] ?? 0;
  }

  discard(): void {
    deviceLibrary()?.tcflush(this.file.descriptor, OUTPUT);
  }

  status(): Promise<null> {
    return Promise.resolve(null);
  }

  close(): void {
    this.file.close();
  }
}

/** The line is gone: it was an adapter that was unplugged, or the other end of a pseudo-terminal. */
class HangUp extends Error {
  readonly code = "EIO";
}

/** Opens a serial line, set as it is to be and for us alone. @throws a system error, ConnectError */
export async function openSerialPort(path: string, line: SerialLine): Promise<DevicePort> {
  if (!mayBeLine(path)) throw noLine();
  const file = DeviceFile.open(path);
  try {
    if (!isatty(file.descriptor)) throw noLine();
    if (process.platform !== "linux" || !setLine(file.descriptor, line)) await setByProgram(path, line);
    return new SerialPort(file);
  } catch (error) {
    file.close();
    throw error;
  }
}

/**
 * Whether a device may be opened to see whether it is a serial line: some do something by that alone, such as a watchdog,
 * which restarts the machine when it is closed again. @throws a system error
 */
export function mayBeLine(path: string): boolean {
  const device = statSync(path);
  if (!device.isCharacterDevice()) return false;
  if (process.platform !== "linux") return true;
  // As glibc's makedev(3) puts both numbers into one.
  const major = ((device.rdev >> 8) & 0xfff) | (Math.floor(device.rdev / 2 ** 32) & ~0xfff);
  const minor = (device.rdev & 0xff) | ((device.rdev >>> 12) & ~0xff);
  try {
    return basename(realpathSync(join("/sys/dev/char", `${major}:${minor}`, "subsystem"))) === "tty";
  } catch {
    // Pseudo-terminals are in no subsystem; nor is anything where there is no /sys.
    return true;
  }
}

function noLine(): ConnectError {
  return new ConnectError("it is no serial line");
}

/** Sets a line by the kernel's own requests. @returns whether it could */
function setLine(descriptor: number, line: SerialLine): boolean {
  const library = deviceLibrary();
  const termios = new Uint8Array(TERMIOS.bytes);
  if (library === null || library.ioctl(descriptor, REQUEST.getLine, termios) !== 0) return false;
  library.ioctl(descriptor, REQUEST.exclusive, null);
  termios.set(termiosOf(line, termios.subarray(TERMIOS.characters, TERMIOS.speedIn)));
  return library.ioctl(descriptor, REQUEST.setLine, termios) === 0;
}

/** A `struct termios2` for bytes as they are. @param characters the control characters, of which a few are set */
export function termiosOf(
  { baud, dataBits, parity, stopBits, flow }: SerialLine,
  characters: Uint8Array,
): Uint8Array {
  const termios = new Uint8Array(TERMIOS.bytes);
  const view = new DataView(termios.buffer);
  const isSoftware = flow === "xonxoff";
  view.setUint32(0, FLAG.ignoreBreak | (isSoftware ? FLAG.softwareFlow : 0), true);
  const control =
    FLAG.otherSpeed |
    FLAG.receive |
    FLAG.local |
    (dataBits === 7 ? FLAG.bits7 : FLAG.bits8) |
    (stopBits === 2 ? FLAG.twoStops : 0) |
    (parity === "none" ? 0 : FLAG.parity) |
    (parity === "odd" ? FLAG.odd : 0) |
    (flow === "rtscts" ? FLAG.hardwareFlow : 0);
  view.setUint32(TERMIOS.control, control >>> 0, true);
  termios.set(characters, TERMIOS.characters);
  termios[TERMIOS.characters + TIME] = 0;
  termios[TERMIOS.characters + MINIMUM] = 1;
  for (const { at, character } of [START, STOP]) termios[TERMIOS.characters + at] = character;
  view.setUint32(TERMIOS.speedIn, baud, true);
  view.setUint32(TERMIOS.speedOut, baud, true);
  return termios;
}

/** Sets a line by `stty`, which every system has that has serial lines. @throws ConnectError */
async function setByProgram(path: string, line: SerialLine): Promise<void> {
  const words = sttyWords(path, line);
  const child = Bun.spawn(["stty", ...words], { stdio: ["ignore", "ignore", "pipe"] });
  const said = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new ConnectError(`its line cannot be set (${said.trim()})`);
}

/** What `stty` is told. */
export function sttyWords(path: string, { baud, dataBits, parity, stopBits, flow }: SerialLine): string[] {
  const on = (isOn: boolean, word: string) => (isOn ? word : `-${word}`);
  return [
    process.platform === "darwin" ? "-f" : "-F",
    path,
    "raw",
    "-echo",
    "clocal",
    "-hupcl",
    String(baud),
    `cs${dataBits}`,
    on(parity !== "none", "parenb"),
    on(parity === "odd", "parodd"),
    on(stopBits === 2, "cstopb"),
    on(flow === "rtscts", "crtscts"),
    on(flow === "xonxoff", "ixon"),
  ];
}
