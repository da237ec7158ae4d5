import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { KIBIBYTE } from "../domain/limits.ts";
import { rememberedLine, ServiceLog } from "../operations/logs/service-log.ts";
import type { Striker } from "./striker.ts";

/** How much of the end of a log file is in the bundle, bytes. */
const TAIL_BYTES = 512 * KIBIBYTE;

/** The lines that a service remembers. */
export function rememberedLines(log: unknown, striker: Striker): string {
  if (!(log instanceof ServiceLog)) return "This service does not remember its log.\n";
  return log.recent
    .map(({ details, ...record }) => {
      const left = striker.value(details) as Readonly<Record<string, unknown>>;
      return `${rememberedLine({ ...record, details: left })}\n`;
    })
    .join("");
}

/** The end of the log file in a data folder, with what runs before this one have said. @throws Error where there is none */
export function lastLines(dataFolder: string, striker: Striker): string {
  const file = openSync(join(dataFolder, "logs", "tillroll.log"), "r");
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    const lines = bytes.toString("utf8").split("\n");
    // The first is half of one, where the file is longer.
    return (bytes.length < size ? lines.slice(1) : lines).map((line) => struckLine(line, striker)).join("\n");
  } finally {
    closeSync(file);
  }
}

/** A line of either format: its details are JSON, as a whole line or at its end. */
function struckLine(line: string, striker: Striker): string {
  // What the message itself has of braces comes before them.
  for (const { index } of line.matchAll(/(?<=^| )\{/g)) {
    try {
      return line.slice(0, index) + JSON.stringify(striker.value(JSON.parse(line.slice(index))));
    } catch {
      // They begin later, or there are none: then it is struck as a text.
    }
  }
  return line;
}
