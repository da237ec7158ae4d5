import { FFIType } from "bun:ffi";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { journalPlace } from "../../../src/operations/logs/journal.ts";
import type { LogRecord } from "../../../src/operations/logs/log-line.ts";
import type { LogPlace } from "../../../src/operations/logs/log-place.ts";
import { openCLibrary } from "../../../src/platform/c-library.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const { i32, u32, u64, i64, ptr } = FFIType;

/** A socket as systemd's journal has one, of this process. */
function listen(path: string) {
  const library = openCLibrary({
    socket: { args: [i32, i32, i32], returns: i32 },
    bind: { args: [i32, ptr, u32], returns: i32 },
    recv: { args: [i32, ptr, u64, i32], returns: i64 },
    close: { args: [i32], returns: i32 },
  });
  if (library === null) throw new Error("there is no C library");
  const socket = library.socket(1, 2 | 0o4000, 0);
  const address = Buffer.concat([new Uint8Array([1, 0]), Buffer.from(`${path}\0`)]);
  if (library.bind(socket, address, address.length) !== 0) throw new Error("the socket cannot be bound");
  return {
    /** The datagram that came first; empty for none. */
    take(): string {
      const bytes = Buffer.alloc(100_000);
      const length = Number(library.recv(socket, bytes, bytes.length, 0));
      return bytes.toString("utf8", 0, Math.max(0, length));
    },
    close: () => void library.close(socket),
  };
}

const record = (message: string, details = {}): LogRecord => ({ at: 0, level: "warning", message, details });

test.skipIf(process.platform !== "linux")(
  "a line is a datagram of fields; what the journal does not take goes elsewhere",
  () => {
    const path = join(temporaryFolder(), "journal");
    const elsewhere: string[] = [];
    const otherwise: LogPlace = {
      write: ({ message }) => void elsewhere.push(message),
      trouble: null,
      flush() {},
      close: () => Promise.resolve(),
    };
    const place = journalPlace(path, otherwise);
    if (place === null) throw new Error("there are no such sockets");
    place.write(record("nobody listens"));
    expect([elsewhere, place.trouble]).toEqual([["nobody listens"], expect.stringContaining(path)]);

    const socket = listen(path);
    place.write(
      record("late", { requestId: "1-2", printer: "bär", milliseconds: 7, stack: "a\nPRIORITY=0" }),
    );
    expect(socket.take().split("\n")).toEqual([
      'MESSAGE=late {"requestId":"1-2","printer":"bär","milliseconds":7,"stack":"a\\nPRIORITY=0"}',
      "PRIORITY=4",
      "SYSLOG_IDENTIFIER=tillroll",
      "TILLROLL_REQUEST_ID=1-2",
      "TILLROLL_PRINTER=bär",
      "TILLROLL_MILLISECONDS=7",
      'TILLROLL_STACK="a\\nPRIORITY=0"',
      "",
    ]);
    place.write(record("large", { stack: "x".repeat(10_000_000) }));
    const fields = socket.take().split("\n");
    expect([fields.length, fields[0]?.length]).toEqual([4, "MESSAGE=".length + 8192]);
    expect([elsewhere.length, place.trouble]).toEqual([1, null]);
    socket.close();
  },
);
