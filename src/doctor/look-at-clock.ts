import type { DoctorRow } from "../contract/doctor.ts";
import { existsSync } from "node:fs";
import { formatInstant } from "../domain/instant.ts";
import { databasePath } from "../platform/data-folder.ts";
import { ClockStore } from "../storage/clock-store.ts";
import { openForReading, unsharedAddress } from "../storage/database.ts";
import { hasForeignLog, logBytes } from "../storage/generation.ts";
import { isMissing, type DoctorFacts } from "./doctor-facts.ts";
import { found } from "./findings.ts";

/** By how much the newest print may be ahead: clocks are set by a little all the time, milliseconds. */
const AHEAD_MILLISECONDS = 60_000;

/** The clock: its zone, whether it is where it was, and who sets it. */
export async function lookAtClock(facts: DoctorFacts): Promise<DoctorRow[]> {
  return [zoneRow(facts.now), ...newestRow(facts), await synchronisation(facts)];
}

function zoneRow(now: number): DoctorRow {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const asked = process.env["TZ"]?.replace(/^:/, "") ?? "";
  const isTaken = asked === "" || asked.startsWith("/") || isKnownZone(asked);
  if (!isTaken) return found("clock.zone-wrong", asked, timeZone);
  return found("clock.zone", timeZone, new Date(now).toLocaleString("sv-SE"));
}

function isKnownZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).format() !== "";
  } catch {
    return false;
  }
}

function newestRow({ dataFolder, service, now }: DoctorFacts): DoctorRow[] {
  const path = databasePath(dataFolder);
  if (!existsSync(path)) return [];
  try {
    const isAlone = service === "stopped";
    const address = isAlone ? unsharedAddress(path, logBytes(path) > 0 && !hasForeignLog(path)) : path;
    const database = openForReading(address);
    try {
      const newest = new ClockStore(database).newestPrintAt();
      if (newest === null) return [];
      return [
        found(newest > now + AHEAD_MILLISECONDS ? "clock.time-behind" : "clock.time", formatInstant(newest)),
      ];
    } finally {
      database.close();
    }
  } catch {
    // What is wrong with the database is told where that is looked at.
    return [];
  }
}

/** Who sets the clock, as the system tells it. */
async function synchronisation({ platform, ask }: DoctorFacts): Promise<DoctorRow> {
  if (platform === "win32") {
    const outcome = await ask("w32tm", "/query", "/status");
    if (isMissing(outcome)) return found("clock.synchronised-unknown");
    return found(
      outcome.exitCode === 0 && !/Local CMOS Clock/i.test(outcome.output)
        ? "clock.synchronised"
        : "clock.unsynchronised",
    );
  }
  if (platform !== "linux") return found("clock.synchronised-unknown");
  const outcome = await ask("timedatectl", "show", "--property=NTPSynchronized", "--value");
  const answer = outcome.output.trim();
  if (outcome.exitCode !== 0 || (answer !== "yes" && answer !== "no"))
    return found("clock.synchronised-unknown");
  return found(answer === "yes" ? "clock.synchronised" : "clock.unsynchronised");
}
