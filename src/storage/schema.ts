import { sql } from "drizzle-orm";
import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type PrintFields, STORED_FIELDS } from "../contract/print-fields.ts";
import { PRINTER_SETTINGS, type PrinterSettings } from "../contract/printer-settings.ts";
import { answerFields } from "../contract/settings.ts";
import { WORKSPACE_SETTINGS, type WorkspaceSettings } from "../contract/workspace-settings.ts";
import type { EventKind } from "../domain/event.ts";
import type { RuleScope } from "../domain/rule.ts";
import type { Webhook } from "../domain/webhook.ts";
import { columnsOf } from "./schema-columns.ts";

/*
 * The columns of the tables that Drizzle queries. What makes them, their indexes, and all others, is `migrations/`; a test
 * compares the two. Times are epoch milliseconds, UTC.
 */

const id = () => integer("id").primaryKey({ autoIncrement: true });
const userId = () => integer("user_id").notNull();
const workspaceId = () => integer("workspace_id").notNull();

/** A JSON object, string to string, as text. */
const tag = () =>
  text("tag")
    .notNull()
    .default(sql`'{}'`);

/** Workspaces. `slugKey` is the slug in lower case: slugs are compared without regard to case. */
export const workspaces = sqliteTable("workspace", {
  id: id(),
  slug: text("slug").notNull(),
  slugKey: text("slug_key").notNull(),
  ...columnsOf<WorkspaceSettings>(answerFields(WORKSPACE_SETTINGS)),
  createdAt: integer("created_at").notNull(),
});

/**
 * Prints. `ordinal` is dense per workspace from 0, and neither `id` nor `createdAt` ever decreases along it: the
 * segment index and the orders by id and createdAt rest on that. Rows are marked deleted, or emptied, never removed.
 */
export const prints = sqliteTable("print", {
  id: id(),
  workspaceId: workspaceId(),
  ordinal: integer("ordinal").notNull(),
  userId: userId(),
  ...columnsOf<PrintFields>(STORED_FIELDS),
  tag: tag(),
  testPrint: integer("test_print", { mode: "boolean" }).notNull(),
  /** `RecognisedSummary` as JSON; NULL where nothing was read in pictures. */
  recognised: text("recognised"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  deletedAt: integer("deleted_at"),
  /** The printer it came in by, which may have been removed since. */
  printerId: integer("printer_id"),
  /** The width of its printer or workspace when it came; another one was asked for. NULL in older prints. */
  defaultWidth: integer("default_width"),
  /** The decision by which it was removed for good; NULL for one that is there. */
  removalId: integer("removal_id"),
  /** `printState` when the journal took it up: NULL until then, empty where it was removed before. */
  journalState: blob("journal_state", { mode: "buffer" }),
  /** The random number that is hashed with it; NULL once it is removed. */
  journalSalt: blob("journal_salt", { mode: "buffer" }),
  /** `rowChecksum`; NULL in older prints until the journal has them, and once it is removed. */
  checksum: integer("checksum"),
});

/** The bytes of a print, apart from its metadata so that searches need not read past them. */
export const printData = sqliteTable("print_data", {
  printId: integer("print_id").primaryKey(),
  /** SHA-256 of the bytes as they came, checked on every read. */
  sha256: blob("sha256", { mode: "buffer" }).notNull(),
  byteLength: integer("byte_length").notNull(),
  encoding: integer("encoding").notNull(),
  content: blob("content", { mode: "buffer" }).notNull(),
});

/** Printers that POS software prints to. `nameKey` is the name in lower case, unique in the whole service. */
export const printers = sqliteTable("printer", {
  id: id(),
  workspaceId: workspaceId(),
  userId: userId(),
  ...columnsOf<PrinterSettings>(answerFields(PRINTER_SETTINGS)),
  nameKey: text("name_key").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  /** The workspace's prints with smaller ordinals were there when it was made: they came in by others. */
  firstOrdinal: integer("first_ordinal").notNull().default(0),
  /** SHA-256 of the secret with which its real printer comes for its prints; NULL where none has been made. */
  pollSecretHash: blob("poll_secret_hash", { mode: "buffer" }),
  /** When it takes no new origin any more; NULL when it has not been paired since its origins were set. */
  pairingUntil: integer("pairing_until"),
});

/** Rules that read the text of prints for their label and tags, in the order of `position`. */
export const rules = sqliteTable("rule", {
  id: id(),
  workspaceId: workspaceId(),
  position: integer("position").notNull(),
  name: text("name").notNull(),
  pattern: text("pattern").notNull(),
  label: text("label"),
  /** A JSON object of tag key to the template of its value. */
  tag: tag(),
  appliesTo: text("applies_to").$type<RuleScope>().notNull(),
  enabled: integer("enabled", { mode: "boolean" }).notNull().default(true),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/** Addresses that are told of events; `nextOrdinal` and `lastEvent` tell up to which. */
export const webhooks = sqliteTable("webhook", {
  id: id(),
  workspaceId: workspaceId(),
  url: text("url").notNull(),
  /** The key of the signatures; needed as it is, so it is not hashed. */
  secret: text("secret").notNull(),
  events: text("events", { mode: "json" }).$type<readonly EventKind[]>().notNull(),
  state: text("state").$type<Webhook["state"]>().notNull(),
  reason: text("reason"),
  nextOrdinal: integer("next_ordinal").notNull(),
  lastEvent: integer("last_event").notNull(),
  attempts: integer("attempts").notNull().default(0),
  failingSince: integer("failing_since"),
  nextAttemptAt: integer("next_attempt_at"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
