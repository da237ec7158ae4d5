import { readFileSync } from "node:fs";
import { uptime } from "node:os";
import { type MonotonicClock, monotonicClock, systemClock } from "../domain/clock.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { ClockReadings } from "../domain/trusted-clock.ts";

/**
 * How long this machine has been up, milliseconds, with the time that it was asleep, which the monotonic clock leaves out on
 * Linux and macOS. The same in all threads and processes, and too slow to be read for each print (9 µs). Linux tells
 * hundredths of seconds here and whole seconds through Bun.
 */
const machineUptime: MonotonicClock = () => {
  if (process.platform === "linux") {
    try {
      const seconds = Number(readFileSync("/proc/uptime", "latin1").split(" ")[0]);
      if (Number.isFinite(seconds)) return seconds * MILLISECONDS_PER_SECOND;
    } catch {
      // A container without /proc.
    }
  }
  return uptime() * MILLISECONDS_PER_SECOND;
};

/** The clocks of this machine, for a `TrustedClock`. */
export const machineClocks: ClockReadings = {
  machine: systemClock,
  monotonic: monotonicClock,
  uptime: machineUptime,
};
