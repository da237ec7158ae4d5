import type { PrinterStatus } from "../../domain/printer-status.ts";

/** What can be the matter with a printer, in the order in which hosts are told. */
export const CONDITIONS = {
  unreachable: ({ isReachable }: PrinterStatus) => !isReachable,
  coverOpen: ({ isCoverOpen }: PrinterStatus) => isCoverOpen,
  paperEnd: ({ paper }: PrinterStatus) => paper === "end",
  paperNearEnd: ({ paper }: PrinterStatus) => paper === "near-end",
  cutterError: ({ hasCutterError }: PrinterStatus) => hasCutterError,
  unrecoverableError: ({ hasUnrecoverableError }: PrinterStatus) => hasUnrecoverableError,
};

type Condition = keyof typeof CONDITIONS;

/** A protocol's words for all that is the matter with a printer; none when nothing is. */
export function wordsOf(status: PrinterStatus, words: Readonly<Record<Condition, string>>): string[] {
  const conditions = Object.keys(CONDITIONS) as Condition[];
  return conditions.filter((condition) => CONDITIONS[condition](status)).map((condition) => words[condition]);
}
