import { DISK_PARTS } from "./disk-parts.ts";
import type { FaultPart } from "./fault-part.ts";
import { KILL_PARTS } from "./kill-parts.ts";
import { NETWORK_PARTS } from "./network-parts.ts";
import { STORAGE_PARTS } from "./storage-parts.ts";

/** All parts, in the order in which they run and are reported. */
export const FAULT_PARTS: Readonly<Record<string, FaultPart>> = {
  ...KILL_PARTS,
  ...STORAGE_PARTS,
  ...DISK_PARTS,
  ...NETWORK_PARTS,
};
