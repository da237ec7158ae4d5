import type { PrinterStatus } from "../../domain/printer-status.ts";
import { systemCode } from "../../platform/system-error.ts";

type MaybeLater<Value> = Value | Promise<Value>;

/** An open device of this machine, such as a USB printer or a serial line. What it throws has the code of the system. */
export interface DevicePort {
  /** What has come from the printer since the last call; nothing is empty. @throws when the device is gone */
  read(): MaybeLater<Uint8Array>;
  /** @returns how many bytes the device has taken; 0 when it takes none now @throws when it is gone */
  write(bytes: Uint8Array): MaybeLater<number>;
  /** Bytes taken that have not left for the printer, as far as the device tells: they are lost when it is closed. */
  unsent(): MaybeLater<number>;
  /** Throws away what was taken and has not left. */
  discard(): MaybeLater<void>;
  /** What the port says of the printer; `null` where it says nothing. */
  status(): Promise<PrinterStatus | null>;
  close(): MaybeLater<void>;
}

/** What the system's codes mean of a device, as a part of a sentence. */
const CAUSES: Readonly<Record<string, string>> = {
  ENOENT: "it is not plugged in",
  ENODEV: "it was unplugged",
  ENXIO: "it was unplugged",
  EIO: "it was unplugged",
  ESHUTDOWN: "it was unplugged",
  EPROTO: "it was unplugged",
  EBUSY: "another program uses it",
  EACCES: "this user may not use it",
  EPERM: "this user may not use it",
  ENOTTY: "it is no serial line",
  EINVAL: "it cannot be set so",
};

/** What is the matter with a device, as a part of a sentence. */
export function deviceCause(error: unknown): string {
  const code = systemCode(error);
  return CAUSES[code] ?? (code === "" ? "it does not work" : `it does not work (${code})`);
}
