import type { ContentStore } from "./content-store.ts";
import { markPrint, type NoteHistory, updatePrint } from "./print-changing.ts";
import { createPrints } from "./print-creation.ts";
import { removePrints } from "./print-removal.ts";
import type { WriteHandlers } from "./write-handlers.ts";

/** Writes the prints of an archive. */
export function printHandlers(contents: ContentStore, noteHistory: NoteHistory): WriteHandlers {
  return {
    grouped: {
      create: (transaction, operations, now) => createPrints(transaction, contents, operations, now),
    },
    single: {
      update: (transaction, operation, now) => updatePrint(transaction, noteHistory, operation, now),
      delete: (transaction, operation, now) => markPrint(transaction, noteHistory, operation, now),
      restore: (transaction, operation, now) => markPrint(transaction, noteHistory, operation, now),
      remove: async (transaction, operation, now) => {
        const { id, piece } = await removePrints(transaction, contents, operation, now);
        return { ok: true, id, json: JSON.stringify(piece), replayed: false };
      },
    },
  };
}
