import type { ContentStore } from "./content-store.ts";
import { markPrint, updatePrint } from "./print-changing.ts";
import { createPrints } from "./print-creation.ts";
import { removePrints } from "./print-removal.ts";
import type { WriteHandlers } from "./write-handlers.ts";

/** Writes the prints of an archive. */
export function printHandlers(contents: ContentStore): WriteHandlers {
  return {
    grouped: {
      create: (transaction, operations, now) => createPrints(transaction, contents, operations, now),
    },
    single: {
      update: (transaction, operation, now) => updatePrint(transaction, operation, now),
      delete: (transaction, operation, now) => markPrint(transaction, operation, now),
      restore: (transaction, operation, now) => markPrint(transaction, operation, now),
      remove: async (transaction, operation, now) => {
        const { id, piece } = await removePrints(transaction, contents, operation, now);
        return { ok: true, id, json: JSON.stringify(piece), replayed: false };
      },
    },
  };
}
