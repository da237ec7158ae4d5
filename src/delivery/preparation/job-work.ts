import { KIBIBYTE } from "../../domain/limits.ts";
import type { Command } from "../../escpos/command.ts";
import { dialectFor } from "../../escpos/dialects.ts";
import type { PrinterLanguage } from "../../escpos/language.ts";
import { tokenize } from "../../escpos/tokenizer.ts";
import { meaningOf } from "../../printers/answers/command-meaning.ts";

/** No job that leaves nothing on paper, such as a drawer kick, has more bytes: a larger one is not looked through for that. */
export const KICK_BYTES = 4 * KIBIBYTE;

/** What a job does, as far as its paper is concerned. */
interface JobWork {
  /** Whether it puts anything on paper that can be seen, or cuts it. */
  readonly isOnPaper: boolean;
  /** Whether it does that, sounds a buzzer, or leaves a picture in the printer for later jobs. */
  readonly isAny: boolean;
}

/** What a job does beside opening drawers. Pure; it reads all of the job. */
export function workOf(job: Uint8Array, language: PrinterLanguage): JobWork {
  let isAny = false;
  for (const command of tokenize(job, dialectFor(language))) {
    const meaning = meaningOf(command);
    if (meaning === "mark" || meaning === "cut") return { isOnPaper: true, isAny: true };
    isAny ||= meaning === "definition" || (meaning === "act" && !kicksDrawer(command));
  }
  return { isOnPaper: false, isAny };
}

/** Whether a command opens a drawer. */
export function kicksDrawer(command: Command): boolean {
  const { kicksDrawer: kicks = false } = command.form.record;
  return typeof kicks === "boolean" ? kicks : kicks(command);
}

/** A job without the commands that open drawers, every other byte as it was; the same bytes where there are none. */
export function withoutKicks(job: Uint8Array, language: PrinterLanguage): Uint8Array {
  const kept: Uint8Array[] = [];
  let from = 0;
  for (const command of tokenize(job, dialectFor(language))) {
    if (!kicksDrawer(command)) continue;
    kept.push(job.subarray(from, command.offset));
    from = command.offset + command.length;
  }
  return from === 0 ? job : Buffer.concat([...kept, job.subarray(from)]);
}
