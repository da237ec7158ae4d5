import { useRef } from "preact/hooks";
import type { PrinterAnswer, PrintersAnswer } from "../../../../contract/printer.ts";
import { STREAM_BEGUN, type StreamEvent } from "../../client/event-stream.ts";
import { get, workspacePath } from "../../client/request.ts";
import { type Asked, useAnswer } from "../../client/use-answer.ts";
import { useEvents } from "../../client/use-events.ts";

/** What the stream tells at once when the situation of a printer changes. */
interface SituationNews {
  readonly printerId: number;
  readonly situation: PrinterAnswer["situation"];
}

/** The printers of the workspace, as they are at each moment. */
export interface LivePrinters extends Asked<PrintersAnswer> {
  /** Shows a printer as the answer of a change told it. */
  replace(printer: PrinterAnswer): void;
}

/** Reads the printers of a workspace, and follows how they are. */
export function usePrinters(slug: string): LivePrinters {
  const asked = useAnswer((end) => get<PrintersAnswer>(workspacePath(slug, "printers"), end), [slug]);
  // Several events may come before the page is drawn anew.
  const latest = useRef(asked.answer);
  latest.current = asked.answer;
  const change = (isMeant: (printer: PrinterAnswer) => boolean, next: Partial<PrinterAnswer>) => {
    if (latest.current === null) return;
    const items = latest.current.items.map((item) => (isMeant(item) ? { ...item, ...next } : item));
    latest.current = { ...latest.current, items };
    asked.set(latest.current);
  };
  useEvents([STREAM_BEGUN, "printer.situation"], ({ kind, data }: StreamEvent) => {
    if (kind === STREAM_BEGUN) return asked.again();
    const { printerId, situation } = data as SituationNews;
    const known = latest.current?.items.find(({ id }) => id === printerId);
    change(({ id }) => id === printerId, { situation });
    // It is another printer now than it was, or one that is new here: its settings and ports may be others, too.
    if (known?.situation.state !== situation.state) asked.again();
  });
  return { ...asked, replace: (printer) => change(({ id }) => id === printer.id, printer) };
}
