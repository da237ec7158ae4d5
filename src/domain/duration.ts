import { MILLISECONDS_PER_DAY, MILLISECONDS_PER_MINUTE, MILLISECONDS_PER_SECOND } from "./limits.ts";

/** The units that durations are told and given in, the largest first, with their milliseconds. */
const UNITS = [
  ["d", MILLISECONDS_PER_DAY],
  ["h", 60 * MILLISECONDS_PER_MINUTE],
  ["min", MILLISECONDS_PER_MINUTE],
  ["s", MILLISECONDS_PER_SECOND],
] as const;

/** A duration in whole ones of its largest unit, rounded down: `14 min`. @param milliseconds below 0 count as 0 */
export function durationInWords(milliseconds: number): string {
  const [unit, length] = UNITS.find(([, least]) => milliseconds >= least) ?? ["s", MILLISECONDS_PER_SECOND];
  return `${Math.max(0, Math.floor(milliseconds / length))} ${unit}`;
}

/** Reads a duration such as `30s`, `5 min`, `5m`, `1h` or `90`, which is seconds. @returns seconds; `null` for none */
export function readSeconds(text: string): number | null {
  const [, number = "", given = ""] = /^(\d{1,9}) ?([a-z]*)$/i.exec(text) ?? [];
  const name = { "": "s", m: "min" }[given.toLowerCase()] ?? given.toLowerCase();
  const unit = UNITS.find(([known]) => known === name);
  return number === "" || unit === undefined ? null : (Number(number) * unit[1]) / MILLISECONDS_PER_SECOND;
}
