import { durationInWords } from "../../domain/duration.ts";
import { MILLISECONDS_PER_DAY, MILLISECONDS_PER_SECOND } from "../../domain/limits.ts";
import { REPEATED_TAG, tagFromJson } from "../../domain/print.ts";
import { printerOf } from "../../escpos/models/printer-of-print.ts";
import { workOf } from "./job-work.ts";
import { markBytes } from "./mark-bytes.ts";
import type { Prepared, PreparationContext } from "./preparation-step.ts";

/** Begins a print with lines that say what is unusual of it. A job that leaves nothing on paper gets none. */
export function addMarks(job: Prepared, context: PreparationContext): Prepared {
  const lines = markLines(context);
  if (lines.length === 0 || job.bytes.length === 0) return job;
  const { model, charset } = printerOf(job.bytes, context.source);
  if (!workOf(job.bytes, model.language).isOnPaper) return job;
  const notes = lines.map((line) => `It begins with the line "${line}".`);
  return {
    bytes: Buffer.concat([markBytes(lines, model, charset), job.bytes]),
    notes: [...job.notes, ...notes],
  };
}

/** The lines that a print begins with, the most important first; none for most. */
export function markLines({ delivery, print, printer, forPrinter, waited }: PreparationContext): string[] {
  if (!printer.marks) return [];
  const { markLate, repeats } = printer;
  const isLate = markLate !== null && waited >= markLate * MILLISECONDS_PER_SECOND;
  const isRepeated = repeats === "mark" && tagFromJson(print.tag).has(REPEATED_TAG);
  return [
    ...(delivery.possibleDuplicate ? ["COPY?"] : []),
    ...(isRepeated ? ["REPEATED"] : []),
    ...(forPrinter === null ? [] : [`for ${forPrinter.name} · ${durationInWords(waited)}`]),
    ...(isLate ? [`LATE ${durationInWords(waited)} · ${timeOf(delivery.createdAt, waited)}`] : []),
  ];
}

/** When the till printed it, in this machine's time zone; with its day where that is not of the last hours. */
function timeOf(milliseconds: number, waited: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const time = new Date(milliseconds);
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  if (waited < MILLISECONDS_PER_DAY) return clock;
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${clock}`;
}
