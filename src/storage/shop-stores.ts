import type { Database } from "bun:sqlite";
import type { FiscalStore } from "./fiscal-store.ts";
import type { JournalReader } from "./journal-reader.ts";
import type { NotificationReader } from "./notification-store.ts";
import type { PrinterStore } from "./printer-store.ts";
import type { SealStore } from "./seal-store.ts";

/** What is only where the printers are, in the SQLite database of a shop: read at once, beside the ports. */
export interface ShopStores {
  readonly printers: PrinterStore;
  readonly fiscal: FiscalStore;
  readonly notifications: NotificationReader;
  readonly journal: JournalReader;
  readonly seals: SealStore;
}

/** A reading connection of such a database. */
export type ShopDatabase = Database;
