import type { PrinterAnswer } from "../contract/printer.ts";
import type { PrinterBacklog } from "../delivery/delivery-reader.ts";
import { DELIVERY_LIMITS } from "../delivery/delivery-limits.ts";
import { durationInWords } from "../domain/duration.ts";
import { ofRealPrinter } from "../domain/printer-status.ts";

/** How every printer is when no service runs that could tell. */
export const NOT_RUNNING = "offline: The service is not running.";

/** How a printer is and, when prints wait for the real one, why. */
export function stateInWords({
  state,
  queue,
  held,
}: Pick<PrinterAnswer, "state" | "queue" | "held">): string {
  const { online, troubles } = state;
  const own = troubles.length === 0 ? (online ? "online" : "offline") : `offline: ${troubles.join(" ")}`;
  const words = joined(
    own,
    state.pollTrouble === null ? null : `its address for jobs cannot be asked: ${state.pollTrouble}`,
  );
  if (queue.divertedTo !== null) return joined(words, `${queue.divertedTo} prints in its place`);
  if (queue.waiting === 0) return joined(words, held ? "held" : null);
  const reason = queue.reason ?? "";
  // A real printer's trouble is why it is offline, too.
  return reason === "" || troubles.includes(ofRealPrinter(reason))
    ? words
    : joined(words, `prints wait: ${reason}`);
}

/** One after the other, with one mark between them. */
function joined(words: string, further: string | null): string {
  return further === null ? words : `${words.replace(/\.$/, "")}; ${further}`;
}

/** How many prints wait for the real printer, and for how long; `-` for none. @param now epoch milliseconds */
export function waitingInWords({ waiting, held, since }: PrinterBacklog, now: number): string {
  const long = since === null ? "" : ` for ${durationInWords(now - since)}`;
  const parts = [
    ...(waiting > 0 ? [`${counted(waiting)}${long}`] : []),
    ...(held > 0 ? [`${counted(held)} held`] : []),
  ];
  return parts.length === 0 ? "-" : parts.join(", ");
}

function counted(count: number): string {
  return count < DELIVERY_LIMITS.countedDeliveries ? String(count) : `${count}+`;
}
