import type { Static } from "@sinclair/typebox";
import { REMOVAL_LIMITS } from "../domain/retention-limits.ts";
import { read } from "./check.ts";
import { id, instant } from "./fields.ts";
import * as t from "./schema.ts";

export const ErasePrint = t.strict(
  {
    reason: t.text(
      1,
      REMOVAL_LIMITS.reasonCharacters,
      "Why; it is kept, and told to whoever asks for the print.",
    ),
  },
  { name: "ErasePrint", examples: [{ reason: "The customer asked for it on 3 May." }] },
);

export const Erasure = t.object(
  {
    printId: id(),
    erasedAt: instant("When it was erased."),
    reason: t.anyText("The reason that was given, when it was erased first."),
    bytes: t.count("Bytes of the receipt; 0 where it had been purged or erased before."),
    cancelledDeliveries: t.count("Its deliveries that waited for the paper, and were cancelled."),
    cleared: t.flag(
      "Whether nothing of it is left in the service's own files; if not yet, the service sees to it by itself.",
    ),
    elsewhere: t.list(
      t.anyText(),
      null,
      "Where it may still be, a sentence each: backups, and files kept aside.",
    ),
  },
  { name: "Erasure" },
);

export type ErasureAnswer = Static<typeof Erasure>;

/** Reads the body of "Erase a print". @throws TillrollError BAD_REQUEST with all faults */
export function readErasure(body: unknown): Static<typeof ErasePrint> {
  return read(ErasePrint, body);
}
