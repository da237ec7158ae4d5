import { dlopen, FFIType, ptr } from "bun:ffi";
import { LOG_LIMITS } from "./log-limits.ts";
import { type LogRecord, messageOf } from "./log-line.ts";
import type { LogPlace } from "./log-place.ts";
import type { LogLevel } from "../log.ts";

/** What the Event Viewer shows as the source. */
const SOURCE = "Tillroll";

/** EVENTLOG_ERROR_TYPE, EVENTLOG_WARNING_TYPE and EVENTLOG_INFORMATION_TYPE (winnt.h). */
const TYPES: Readonly<Record<LogLevel, number>> = { error: 1, warning: 2, info: 4 };

/**
 * The file whose messages 1 to 1000 are "%1" alone, which each Windows has: with it the Event Viewer shows our lines without
 * a file of messages of our own.
 */
const MESSAGE_FILE = "%SystemRoot%\\System32\\EventCreate.exe";
const REGISTRY_KEY = `SYSTEM\\CurrentControlSet\\Services\\EventLog\\Application\\${SOURCE}`;

/** HKEY_LOCAL_MACHINE as Windows sign-extends it, KEY_SET_VALUE, REG_DWORD and REG_EXPAND_SZ (winreg.h). */
const LOCAL_MACHINE = 0xffff_ffff_8000_0002n;
const SET_VALUE = 2;
const DWORD = 4;
const EXPANDED_TEXT = 2;
const ALL_TYPES = 7;

/** Windows' event log, in its log "Application". @returns `null` elsewhere, or where it cannot be opened */
export function eventLogPlace(): LogPlace | null {
  if (process.platform !== "win32") return null;
  const library = openLibrary();
  registerMessages(library);
  const source = library.RegisterEventSourceW(null, wide(SOURCE));
  if (source === null) return null;
  let isTaking = true;
  return {
    write(record) {
      isTaking = report(library, source, record);
    },
    get trouble() {
      return isTaking ? null : "Windows' event log takes no lines.";
    },
    flush() {},
    async close() {
      library.DeregisterEventSource(source);
    },
  };
}

function openLibrary() {
  const { i32, u16, u32, u64, ptr: pointer } = FFIType;
  return dlopen("advapi32.dll", {
    RegisterEventSourceW: { args: [pointer, pointer], returns: pointer },
    DeregisterEventSource: { args: [pointer], returns: i32 },
    ReportEventW: {
      args: [pointer, u16, u16, u32, pointer, u16, u32, pointer, pointer],
      returns: i32,
    },
    RegCreateKeyExW: {
      args: [u64, pointer, u32, pointer, u32, u32, pointer, pointer, pointer],
      returns: i32,
    },
    RegSetValueExW: { args: [u64, pointer, u32, u32, pointer, u32], returns: i32 },
    RegCloseKey: { args: [u64], returns: i32 },
  }).symbols;
}

type Library = ReturnType<typeof openLibrary>;

function report(
  library: Library,
  source: NonNullable<ReturnType<Library["RegisterEventSourceW"]>>,
  record: LogRecord,
) {
  const text = wide(messageOf(record).slice(0, LOG_LIMITS.lineCharacters));
  const texts = new BigUint64Array([BigInt(ptr(text))]);
  const type = TYPES[record.level];
  return library.ReportEventW(source, type, 0, type, null, 1, 0, texts, null) !== 0;
}

/** Says which file has the messages; that takes an administrator, once: as another user it stays as it is. */
function registerMessages(library: Library): void {
  const key = new BigUint64Array(1);
  const path = wide(REGISTRY_KEY);
  if (library.RegCreateKeyExW(LOCAL_MACHINE, path, 0, null, 0, SET_VALUE, null, key, null) !== 0) return;
  const handle = key[0] ?? 0n;
  const file = wide(MESSAGE_FILE);
  library.RegSetValueExW(handle, wide("EventMessageFile"), 0, EXPANDED_TEXT, file, file.byteLength);
  const types = new Uint32Array([ALL_TYPES]);
  library.RegSetValueExW(handle, wide("TypesSupported"), 0, DWORD, types, types.byteLength);
  library.RegCloseKey(handle);
}

/** A text as Windows takes it: UTF-16, ending with a zero. */
function wide(text: string): Buffer {
  return Buffer.from(`${text}\0`, "utf16le");
}
