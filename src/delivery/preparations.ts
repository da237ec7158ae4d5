import type { Delivery } from "../domain/delivery.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { Printer } from "../domain/printer.ts";
import type { PrinterLanguage } from "../escpos/language.ts";
import {
  chosenPrinter,
  type PaperSettings,
  type SettledPrinter,
  settledPrinter,
} from "../escpos/models/chosen-printer.ts";
import type { PrintReader } from "../storage/print-reader.ts";
import type { WorkspaceStore } from "../storage/workspace-store.ts";
import { mayNeedTranslation, sourceFor, translationFor } from "../translation/translation.ts";
import { KICK_BYTES } from "./preparation/job-work.ts";
import type { Prepared, PreparationContext } from "./preparation/preparation-step.ts";
import { leaveOutStaleKicks } from "./preparation/stale-kicks.ts";
import { Translator } from "./preparation/translator.ts";
import type { WaitingTimes } from "./waiting-times.ts";

interface PreparationsOptions {
  readonly prints: PrintReader;
  readonly workspaces: Pick<WorkspaceStore, "findById">;
  readonly waitingTimes: WaitingTimes;
  /** A printer as it is set now. */
  printer(id: number): Printer | undefined;
}

/** Makes of stored prints what real printers are sent, by all that is known of both. */
export class Preparations {
  private readonly translator = new Translator();

  constructor(private readonly options: PreparationsOptions) {}

  /** What the real printer behind one of ours speaks. */
  languageOf(printer: Printer): PrinterLanguage {
    return this.realPrinter(printer).model.language;
  }

  /** Whether jobs for a printer go as they come: that one is repeated, or must be translated, is known at its end. Cheap. */
  goAsTheyCome(printer: Printer): boolean {
    return printer.repeats === "print" && !mayNeedTranslation(printer, this.workspaceOf(printer));
  }

  /** What of a print its real printer is sent. @throws TillrollError NOT_FOUND, PRINT_DATA_DAMAGED; PreparationError */
  async preparedFor(delivery: Delivery, printer: Printer): Promise<Prepared> {
    return this.translator.prepared(...this.given(delivery, printer));
  }

  close(): void {
    this.translator.close();
  }

  /** How long a delivery has waited, milliseconds; 0 of one of which nothing is left: it needs no person to decide. */
  waited(delivery: Delivery, printer: Printer): number {
    const waited = this.options.waitingTimes.waited(delivery);
    const { holdAfter } = printer;
    const isLate = holdAfter !== null && waited >= holdAfter * MILLISECONDS_PER_SECOND;
    return isLate && delivery.state === "queued" && this.isNothingLeft(delivery, printer) ? 0 : waited;
  }

  private isNothingLeft(delivery: Delivery, printer: Printer): boolean {
    try {
      const [raw, context] = this.given(delivery, printer);
      if (raw.length > KICK_BYTES) return false;
      return leaveOutStaleKicks({ bytes: raw, notes: [] }, context).bytes.length === 0;
    } catch {
      // Found out, and told, when it is to be sent.
      return false;
    }
  }

  /** The bytes of a print, and all that they are prepared by. */
  private given(delivery: Delivery, printer: Printer): [raw: Uint8Array, context: PreparationContext] {
    const { prints, workspaces, waitingTimes } = this.options;
    const { forPrinterId } = delivery;
    const print = prints.read(delivery.workspaceId, delivery.printId);
    const translation = translationFor(printer, this.workspaceOf(printer));
    const shownOn = prints.printerOf(print, workspaces.findById(print.workspaceId) ?? {});
    const context = {
      delivery,
      print,
      printer,
      forPrinter: forPrinterId === null ? null : (this.options.printer(forPrinterId) ?? null),
      source: sourceFor(shownOn, translation.target),
      target: this.realPrinter(printer),
      translation,
      age: waitingTimes.age(print.id, print.createdAt),
      waited: waitingTimes.queuedFor(delivery, print),
    };
    return [prints.readRaw(print).raw, context];
  }

  private realPrinter(printer: Printer): SettledPrinter {
    const { target } = translationFor(printer, this.workspaceOf(printer));
    const own = chosenPrinter(printer, this.workspaceOf(printer));
    return settledPrinter(target?.kind === "receipt" ? target.choice : own);
  }

  private workspaceOf({ workspaceId }: Printer): PaperSettings {
    return this.options.workspaces.findById(workspaceId) ?? {};
  }
}
