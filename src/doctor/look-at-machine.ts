import { readFileSync } from "node:fs";
import { freemem } from "node:os";
import type { DoctorRow } from "../contract/doctor.ts";
import { MEBIBYTE } from "../domain/limits.ts";
import { sizeInWords } from "../domain/size.ts";
import type { DoctorFacts } from "./doctor-facts.ts";
import { found } from "./findings.ts";

/** Free memory below which it is told, bytes: the service and a picture that is read need as much. */
const LOW_BYTES = 200 * MEBIBYTE;

/** Languages in which dates and numbers are written for people. */
const LANGUAGES = ["en", "de"] as const;

/** The memory of the machine, or of its container, and the languages that the executable has. */
export function lookAtMachine({ platform }: DoctorFacts): DoctorRow[] {
  const free = Math.min(platform === "linux" ? availableBytes() : freemem(), containerBytes());
  const memory = found(free < LOW_BYTES ? "machine.memory-low" : "machine.memory", sizeInWords(free));
  const missing = LANGUAGES.filter(
    (language) => !Intl.DateTimeFormat.supportedLocalesOf(language).includes(language),
  );
  const languages =
    missing.length === 0
      ? found("machine.language", LANGUAGES.join(", "))
      : found("machine.language-missing", missing.join(", "));
  return [memory, languages];
}

/** What programs can have without anything being swapped out (proc(5), MemAvailable). */
function availableBytes(): number {
  const [, kibibytes] = /^MemAvailable:\s+(\d+) kB/m.exec(readIfThere("/proc/meminfo")) ?? [];
  return kibibytes === undefined ? freemem() : Number(kibibytes) * 1024;
}

/** What a container has left of its limit; infinite without one. */
function containerBytes(): number {
  const limit = Number(readIfThere("/sys/fs/cgroup/memory.max").trim());
  const used = Number(readIfThere("/sys/fs/cgroup/memory.current").trim());
  // Files that are kept in memory go when it is needed.
  const [, kept = "0"] = /^inactive_file (\d+)/m.exec(readIfThere("/sys/fs/cgroup/memory.stat")) ?? [];
  return limit > 0 && used > 0 ? Math.max(0, limit - used + Number(kept)) : Number.POSITIVE_INFINITY;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
