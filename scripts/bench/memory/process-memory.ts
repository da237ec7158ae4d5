import { readFileSync } from "node:fs";
import { KIBIBYTE, MEBIBYTE } from "../../../src/domain/limits.ts";

/** Memory of a process, MiB; what the system does not tell is `null`. */
export interface ProcessMemory {
  readonly resident: number | null;
  /**
   * Of these pages those that no file has. The others are the executable's, of which one kernel maps 25 MiB and another 58, and which
   * it takes back when it needs the room: only this says what a service takes, and only Linux has it.
   */
  readonly own: number | null;
  /** As resident, with pages that processes share divided among them: the fairer figure, which only Linux has. */
  readonly proportional: number | null;
}

/** Reads the memory of a process from `/proc`, or from `ps` where there is none. */
export function readMemory(processId: number): ProcessMemory {
  if (process.platform === "linux") {
    return {
      resident: kibibytesIn(`/proc/${processId}/status`, /^VmRSS:\s+(\d+) kB/m),
      own: kibibytesIn(`/proc/${processId}/status`, /^RssAnon:\s+(\d+) kB/m),
      proportional: kibibytesIn(`/proc/${processId}/smaps_rollup`, /^Pss:\s+(\d+) kB/m),
    };
  }
  if (process.platform === "win32") return { resident: null, own: null, proportional: null };
  const { stdout } = Bun.spawnSync(["ps", "-o", "rss=", "-p", String(processId)]);
  return { resident: mebibytes(stdout.toString().trim()), own: null, proportional: null };
}

function kibibytesIn(path: string, pattern: RegExp): number | null {
  return mebibytes(pattern.exec(readFileSync(path, "utf8"))?.[1]);
}

function mebibytes(kibibytes: string | undefined): number | null {
  if (kibibytes === undefined || kibibytes === "") return null;
  return (Number(kibibytes) * KIBIBYTE) / MEBIBYTE;
}
