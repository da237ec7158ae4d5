import type { PrintChangeAnswer, PrintHistoryAnswer } from "../contract/about-print.ts";
import { formatInstant } from "../domain/instant.ts";
import { type FieldChange, fieldsOf } from "../domain/print-change.ts";
import type { Print } from "../domain/print.ts";
import type { PrintChange } from "../audit/print-change.ts";

/** How a print came in. */
interface Origin {
  readonly kind: "printer" | "user";
  readonly id: number;
  readonly name: string;
}

interface KnownOfPrint {
  readonly print: Print;
  /** The newest first. */
  readonly changes: readonly PrintChange[];
  readonly origin: Origin;
  /** The names of printers by the ids of the print's deliveries. */
  readonly printers: ReadonlyMap<number, string | null>;
  /** The trusted time, epoch milliseconds. */
  readonly now: number;
}

/** Tells what was done to a print, the newest first. */
export function tellHistory({ print, changes, origin, printers, now }: KnownOfPrint): PrintHistoryAnswer {
  // What rules gave is not stored twice: it is what the print has now, or had before a later change.
  const state = fieldsOf(print);
  const items: PrintChangeAnswer[] = [];
  if (print.deletedAt !== null && !changes.some(({ kind }) => kind === "deleted")) {
    // It was deleted by a Tillroll that noted nothing.
    items.push({ ...NOTHING_MORE, at: formatInstant(print.deletedAt), kind: "deleted", actor: null });
  }
  for (const { kind, at, actor, details, filling } of changes) {
    const { deliveryId = null } = details;
    const fields = (details.changes ?? []).map((change) => told(change, null));
    const filled = Object.entries(filling).map(([field, rule]) =>
      told({ field, before: null, after: state.get(field) ?? null }, rule),
    );
    for (const { field, before } of details.changes ?? []) state.set(field, before);
    for (const field of Object.keys(filling)) state.delete(field);
    items.push({
      // What was noted while the clock was in a wrong future is no later than the print's own times, which were put right.
      at: formatInstant(at > now ? print.updatedAt : at),
      kind,
      actor: actor && { kind: actor.kind, id: actor.id, name: actor.name, address: actor.address },
      changes: [...fields, ...filled],
      deliveryId,
      printer: deliveryId === null ? null : (printers.get(deliveryId) ?? null),
    });
  }
  const { kind, id, name } = origin;
  const actor = { kind, id: String(id), name, address: null };
  items.push({ ...NOTHING_MORE, at: formatInstant(print.createdAt), kind: "created", actor });
  return { items, leftOut: Math.max(0, (changes.at(-1)?.number ?? 1) - 1) };
}

const NOTHING_MORE = { changes: [], deliveryId: null, printer: null };

function told({ field, before, after }: FieldChange, rule: string | null) {
  return { field, before: textOf(before), after: textOf(after), rule };
}

function textOf(value: FieldChange["before"]): string | null {
  return value === null ? null : String(value);
}
