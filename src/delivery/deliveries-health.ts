import type { Clock } from "../domain/clock.ts";
import { MILLISECONDS_PER_MINUTE, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { Printer } from "../domain/printer.ts";
import type { SlugOf } from "../domain/workspace.ts";
import type { ComponentHealth, HealthComponent } from "../operations/health.ts";
import type { Deliveries } from "./deliveries.ts";
import { DELIVERY_LIMITS } from "./delivery-limits.ts";

/** Says whether prints come out of the real printers: storing them goes on without. */
export function deliveriesHealth(deliveries: Deliveries, slugOf: SlugOf, clock: Clock): HealthComponent {
  return { name: "deliveries", isNeededToPrint: false, look: () => lookAt(deliveries, slugOf, clock()) };
}

function lookAt(deliveries: Deliveries, slugOf: SlugOf, now: number): ComponentHealth {
  const waiting = deliveries
    .oldestWaiting()
    .map(({ printer, since }) => ({ printer, milliseconds: Math.max(0, now - since) }))
    .toSorted((left, right) => right.milliseconds - left.milliseconds);
  const [longest] = waiting;
  const holding = deliveries.countsOf("held").filter(({ count }) => count > 0);
  const held = holding.reduce((sum, { count }) => sum + count, 0);
  const told = (printer: Printer) => ({ printer: printer.name, workspace: slugOf(printer) });
  const details = {
    held,
    oldestWaitingSeconds: longest === undefined ? null : seconds(longest.milliseconds),
    waiting: waiting.map(({ printer, milliseconds }) => {
      return { ...told(printer), oldestSeconds: seconds(milliseconds) };
    }),
    holding: holding.map(({ printer, count }) => ({ ...told(printer), held: count })),
  };
  if (longest !== undefined && longest.milliseconds > DELIVERY_LIMITS.longWaitMilliseconds) {
    const minutes = Math.floor(longest.milliseconds / MILLISECONDS_PER_MINUTE);
    const advice = '"tillroll printer list" says why.';
    const message = `Prints have waited ${minutes} minutes for the real printer of "${longest.printer.name}"; ${advice}`;
    return { state: "degraded", message, details };
  }
  if (held > 0) {
    const who = held === 1 ? "A delivery waits for a person" : `${held} deliveries wait for a person`;
    return { state: "degraded", message: `${who}: release or cancel what is held.`, details };
  }
  const message =
    longest === undefined
      ? "No print waits for a real printer."
      : `Prints wait for the real printer of "${longest.printer.name}".`;
  return { state: "ok", message, details };
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / MILLISECONDS_PER_SECOND);
}
