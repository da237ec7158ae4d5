import type { PreparationContext } from "../../../src/delivery/preparation/preparation-step.ts";
import { PRINTER_DEFAULTS, type PrinterSettings } from "../../../src/contract/printer-settings.ts";
import type { Delivery } from "../../../src/domain/delivery.ts";
import type { Printer } from "../../../src/domain/printer.ts";
import { settledPrinter } from "../../../src/escpos/models/chosen-printer.ts";
import type { ModelId } from "../../../src/escpos/models/models.ts";
import { translationFor } from "../../../src/translation/translation.ts";

/** A printer that is set as given. */
export function printerWith(settings: Partial<PrinterSettings> = {}): Printer {
  const own = {
    id: 1,
    workspaceId: 1,
    userId: 1,
    name: "kitchen",
    pairingUntil: null,
    createdAt: 0,
    updatedAt: 0,
  };
  return { ...PRINTER_DEFAULTS, ...own, ...settings };
}

interface Given extends Partial<Pick<PreparationContext, "age" | "waited" | "forPrinter">> {
  readonly delivery?: Partial<Delivery>;
  readonly settings?: Partial<PrinterSettings>;
  readonly tag?: string;
  readonly model?: ModelId;
}

/** A delivery that is sent a moment after its print came, but for what is given. */
export function contextWith({
  delivery,
  settings,
  tag = "{}",
  model,
  ...given
}: Given = {}): PreparationContext {
  const source = model === undefined ? {} : { model };
  return {
    delivery: {
      id: 1,
      workspaceId: 1,
      printId: 1,
      printerId: 1,
      state: "sending",
      attempts: 1,
      nextAttemptAt: null,
      sentBytes: 0,
      reason: null,
      cause: null,
      notes: [],
      possibleDuplicate: false,
      isCopy: false,
      forPrinterId: null,
      releasedAt: null,
      createdAt: 0,
      updatedAt: 0,
      ...delivery,
    },
    print: { id: 1, createdAt: 0, tag },
    printer: printerWith(settings),
    translation: translationFor(printerWith({ ...settings, ...source }), {}),
    forPrinter: null,
    source,
    target: settledPrinter(source),
    age: 0,
    waited: 0,
    ...given,
  };
}

/** Bytes of text of one character a byte. */
export const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
