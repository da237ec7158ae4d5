import { chosenPrinter, type PaperSettings, settledPrinter } from "../../escpos/models/chosen-printer.ts";
import type { PrinterSettings } from "./receipt-lines.ts";

/**
 * The version of the text that `receiptLines` makes of a print. To be raised by one whenever the same bytes give other
 * lines than before, in the decoder, the text renderer or the folding: what was indexed with another version is
 * decoded anew. A test compares it with a hash of the lines of some receipts.
 */
export const TEXT_VERSION = 3;

/** What settings come to, the same for settings that read all prints the same: a model that is not set is found from a print. */
export function readingKey(settings: PrinterSettings): string {
  const { charset, profile } = settledPrinter(chosenPrinter(settings));
  return [...(settings.model == null ? [] : [settings.model]), charset, profile].join(" ");
}

/** The version of the text of prints that are all decoded with the same settings: of 32 bits, another one for others. */
export function textVersionOf(settings: PrinterSettings): number {
  return Bun.hash.crc32(`${TEXT_VERSION} ${readingKey(settings)}`);
}

/** A printer that has settings of its own; what it leaves open is the workspace's. */
export interface OwnSettings extends Pick<PaperSettings, "model" | "charset" | "profile"> {
  readonly id: number;
  /** The workspace's prints with smaller ordinals are none of its own. */
  readonly firstOrdinal: number;
}

/** Prints with ordinals from `from` up to, and without, `to`, whose text has one version. */
export interface TextRun {
  readonly from: number;
  readonly to: number;
  readonly version: number;
}

/**
 * How the prints of a workspace are decoded, as of one moment: as they are shown, with what their printer has of its
 * own, and else with what the workspace has. The version of text counts only printers that its prints may have come in
 * by, so that a new printer leaves the text of all earlier prints as it is; and only those that differ from the workspace.
 */
export class TextSettings {
  private readonly printers = new Map<number, PrinterSettings>();
  /** Ascending: from the ordinal `from` on, prints may be of a printer more, and have another version. */
  private readonly steps: { readonly from: number; readonly version: number }[];

  /** @param printers those that are there now, in any order */
  constructor(
    readonly workspaceId: number,
    private readonly workspace: PrinterSettings,
    printers: readonly OwnSettings[],
  ) {
    let version = textVersionOf(workspace);
    this.steps = [{ from: -1, version }];
    const ordered = printers.toSorted(
      (left, right) => left.firstOrdinal - right.firstOrdinal || left.id - right.id,
    );
    for (const { id, firstOrdinal, ...settings } of ordered) {
      const own = chosenPrinter(settings, workspace);
      if (readingKey(own) === readingKey(workspace)) continue;
      this.printers.set(id, own);
      version = Bun.hash.crc32(`${version} ${id} ${readingKey(own)}`);
      this.steps.push({ from: firstOrdinal, version });
    }
  }

  /** Of the prints of all printers there are: another one whenever any text is to be decoded otherwise. */
  get version(): number {
    return this.versionTo(Infinity);
  }

  /** The settings for a print. @param printerId what it came in by, which may be there no more; `null` for no printer */
  of(printerId: number | null): PrinterSettings {
    return (printerId === null ? undefined : this.printers.get(printerId)) ?? this.workspace;
  }

  /** The version of the text of prints of which the last one is that before the ordinal `end`. */
  versionTo(end: number): number {
    return this.steps.findLast(({ from }) => from < end)?.version ?? 0;
  }

  /** The prints from one ordinal up to, and without, another, by their versions when each is looked at by itself. */
  runs(from: number, to: number): TextRun[] {
    if (from >= to) return [];
    const later = this.steps.map((step) => step.from).filter((ordinal) => ordinal > from && ordinal < to);
    const starts = [from, ...new Set(later)];
    return starts.map((start, index) => ({
      from: start,
      to: starts[index + 1] ?? to,
      version: this.versionTo(start + 1),
    }));
  }
}
