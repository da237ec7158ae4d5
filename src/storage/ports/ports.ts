import type { Identities } from "./identities.ts";
import type { Happenings } from "./happenings.ts";
import type { CardReading, HistoryReading, PrintReading, ReferenceReading } from "./prints.ts";
import type {
  AuditReading,
  BackgroundWork,
  RuleReading,
  SavedSearchReading,
  WebhookReading,
} from "./settings.ts";
import type { Counting, Searching, Writing } from "./writing.ts";

/**
 * What the API reads and writes through, wherever the prints are. Whoever asks awaits the answer: a database in this process
 * gives it at once, another one later.
 */
export interface Ports {
  readonly stores: Stores;
  readonly reader: PrintReading;
  readonly writer: Writing;
  readonly search: Searching;
  readonly indexStatus: Counting;
  readonly events: Happenings;
  readonly background: BackgroundWork;
}

/** What is stored beside the prints, by what it is about. */
export interface Stores extends Identities {
  readonly webhooks: WebhookReading;
  readonly rules: RuleReading;
  readonly savedSearches: SavedSearchReading;
  readonly references: ReferenceReading;
  readonly cards: CardReading;
  readonly history: HistoryReading;
  readonly audit: AuditReading;
}
