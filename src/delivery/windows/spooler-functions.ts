import { dlopen, type FFIFunction, type Library } from "bun:ffi";

/** What of `winspool.drv` is used: handles are numbers of 64 bits, results are Windows' BOOL or a job's number. */
export const SPOOLER_FUNCTIONS = {
  EnumPrintersW: { args: ["u32", "ptr", "u32", "ptr", "u32", "ptr", "ptr"], returns: "i32" },
  OpenPrinterW: { args: ["ptr", "ptr", "ptr"], returns: "i32" },
  GetPrinterW: { args: ["u64", "u32", "ptr", "u32", "ptr"], returns: "i32" },
  StartDocPrinterW: { args: ["u64", "u32", "ptr"], returns: "u32" },
  StartPagePrinter: { args: ["u64"], returns: "i32" },
  WritePrinter: { args: ["u64", "ptr", "u32", "ptr"], returns: "i32" },
  EndPagePrinter: { args: ["u64"], returns: "i32" },
  EndDocPrinter: { args: ["u64"], returns: "i32" },
  AbortPrinter: { args: ["u64"], returns: "i32" },
  GetJobW: { args: ["u64", "u32", "u32", "ptr", "u32", "ptr"], returns: "i32" },
  SetJobW: { args: ["u64", "u32", "u32", "ptr", "u32"], returns: "i32" },
  ClosePrinter: { args: ["u64"], returns: "i32" },
} as const satisfies Readonly<Record<string, FFIFunction>>;

export type SpoolerLibrary = Library<typeof SPOOLER_FUNCTIONS>["symbols"];

let loaded: SpoolerLibrary | null = null;

/** @throws Error where there is no Windows */
export function loadSpooler(): SpoolerLibrary {
  loaded ??= dlopen("winspool.drv", SPOOLER_FUNCTIONS).symbols;
  return loaded;
}
