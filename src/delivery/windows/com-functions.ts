import { dlopen, type FFIFunction, type Library } from "bun:ffi";

/** What of `kernel32.dll` is used for serial lines: handles are numbers of 64 bits. */
const COM_FUNCTIONS = {
  CreateFileW: { args: ["ptr", "u32", "u32", "ptr", "u32", "u32", "u64"], returns: "u64" },
  GetCommState: { args: ["u64", "ptr"], returns: "i32" },
  SetCommState: { args: ["u64", "ptr"], returns: "i32" },
  SetCommTimeouts: { args: ["u64", "ptr"], returns: "i32" },
  ReadFile: { args: ["u64", "ptr", "u32", "ptr", "ptr"], returns: "i32" },
  WriteFile: { args: ["u64", "ptr", "u32", "ptr", "ptr"], returns: "i32" },
  ClearCommError: { args: ["u64", "ptr", "ptr"], returns: "i32" },
  PurgeComm: { args: ["u64", "u32"], returns: "i32" },
  CloseHandle: { args: ["u64"], returns: "i32" },
  GetLastError: { args: [], returns: "u32" },
  QueryDosDeviceW: { args: ["ptr", "ptr", "u32"], returns: "u32" },
} as const satisfies Readonly<Record<string, FFIFunction>>;

export type ComLibrary = Library<typeof COM_FUNCTIONS>["symbols"];

let loaded: ComLibrary | null = null;

/** @throws Error where there is no Windows */
export function loadComLibrary(): ComLibrary {
  loaded ??= dlopen("kernel32.dll", COM_FUNCTIONS).symbols;
  return loaded;
}
