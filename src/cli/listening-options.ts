import { HOST_NAME, integer, PORT, text } from "../configuration/value-kinds.ts";
import { CLIENT_LIMITS, PRINT_LIMITS } from "../domain/limits.ts";

/** All addresses of this machine. */
export const DEFAULT_HOST = "0.0.0.0";
export const DEFAULT_PORT = 9180;
const LARGEST_PRINT_BYTES = 1024 ** 3;
const LARGEST_CLIENT_RATE = 1024 ** 3;

/* Where a service listens, and how much it takes: of a shop, and of an archive. */

export const HOST = {
  name: "host",
  value: "H",
  help: `Address to listen on; ${DEFAULT_HOST} is all of them.`,
  kind: text("an address of this machine", "127.0.0.1"),
  default: DEFAULT_HOST,
} as const;

export const HTTP_PORT = {
  name: "port",
  value: "N",
  help: "Port to listen on. 0: any free one.",
  kind: PORT,
  default: DEFAULT_PORT,
} as const;

export const HOST_NAMES = {
  name: "hostname",
  value: "NAME",
  help: "A name by which this machine is reached beside its own, such as a reverse proxy's; repeatable.",
  repeatable: true,
  kind: HOST_NAME,
  default: [],
} as const;

export const PRINT_BYTES = {
  name: "max-print-bytes",
  value: "N",
  help: "The most bytes a print may have.",
  kind: integer(1, LARGEST_PRINT_BYTES),
  default: PRINT_LIMITS.rawBytes,
} as const;

export const CLIENT_RATE = {
  name: "client-rate",
  value: "BYTES",
  help: "What an address may send a second, for long. 0: no limit.",
  kind: integer(0, LARGEST_CLIENT_RATE),
  default: CLIENT_LIMITS.bytesPerSecond,
} as const;
