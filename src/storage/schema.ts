import { sql } from "drizzle-orm";
import { blob, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { type PrintFields, STORED_FIELDS } from "../contract/print-fields.ts";
import { PRINTER_SETTINGS, type PrinterSettings } from "../contract/printer-settings.ts";
import { answerFields } from "../contract/settings.ts";
import { WORKSPACE_SETTINGS, type WorkspaceSettings } from "../contract/workspace-settings.ts";
import type { EventKind } from "../domain/event.ts";
import type { RuleScope } from "../domain/rule.ts";
import type { Scope } from "../domain/scope.ts";
import type { Webhook } from "../domain/webhook.ts";
import { columnsOf } from "./schema-columns.ts";

/*
 * The tables that Drizzle queries. What makes them, and all others, is `migrations/`; a test compares the two. Times are
 * epoch milliseconds, UTC.
 */

const id = () => integer("id").primaryKey({ autoIncrement: true });

const userId = () =>
  integer("user_id")
    .notNull()
    .references(() => users.id);

const workspaceId = () =>
  integer("workspace_id")
    .notNull()
    .references(() => workspaces.id);

/** A JSON object, string to string, as text. */
const tag = () =>
  text("tag")
    .notNull()
    .default(sql`'{}'`);

/** People; the first start makes one, the administrator. */
export const users = sqliteTable("user", {
  id: id(),
  name: text("name").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** Workspaces. `slugKey` is the slug in lower case: slugs are compared without regard to case. */
export const workspaces = sqliteTable(
  "workspace",
  {
    id: id(),
    slug: text("slug").notNull(),
    slugKey: text("slug_key").notNull(),
    ...columnsOf<WorkspaceSettings>(answerFields(WORKSPACE_SETTINGS)),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("workspace_slug_key").on(table.slugKey)],
);

/** API tokens; the secret only as SHA-256. */
export const tokens = sqliteTable(
  "token",
  {
    id: text("id").primaryKey(),
    secretHash: blob("secret_hash", { mode: "buffer" }).notNull(),
    userId: userId(),
    workspaceId: workspaceId(),
    name: text("name").notNull(),
    scopes: text("scopes", { mode: "json" }).$type<Scope[]>().notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at"),
    lastUsedAt: integer("last_used_at"),
    revokedAt: integer("revoked_at"),
  },
  (table) => [index("token_workspace").on(table.workspaceId)],
);

/** One-time sign-in links of the dashboard; a link is deleted when it is used. */
export const signInLinks = sqliteTable("sign_in_link", {
  codeHash: blob("code_hash", { mode: "buffer" }).primaryKey(),
  userId: userId(),
  expiresAt: integer("expires_at").notNull(),
});

/**
 * Prints. `ordinal` is dense per workspace from 0, and neither `id` nor `createdAt` ever decreases along it: the
 * segment index and the orders by id and createdAt rest on that. Rows are marked deleted, never removed.
 */
export const prints = sqliteTable(
  "print",
  {
    id: id(),
    workspaceId: workspaceId(),
    ordinal: integer("ordinal").notNull(),
    userId: userId(),
    ...columnsOf<PrintFields>(STORED_FIELDS),
    tag: tag(),
    testPrint: integer("test_print", { mode: "boolean" }).notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    deletedAt: integer("deleted_at"),
    /** The printer it came in by, which may have been removed since. */
    printerId: integer("printer_id"),
  },
  (table) => [
    uniqueIndex("print_ordinal").on(table.workspaceId, table.ordinal),
    index("print_created_at").on(table.workspaceId, table.createdAt),
  ],
);

/** The bytes of a print, apart from its metadata so that searches need not read past them. */
export const printData = sqliteTable("print_data", {
  printId: integer("print_id")
    .primaryKey()
    .references(() => prints.id),
  /** SHA-256 of the bytes as they came, checked on every read. */
  sha256: blob("sha256", { mode: "buffer" }).notNull(),
  byteLength: integer("byte_length").notNull(),
  encoding: integer("encoding").notNull(),
  content: blob("content", { mode: "buffer" }).notNull(),
});

/** Printers that POS software prints to. `nameKey` is the name in lower case, unique in the whole service. */
export const printers = sqliteTable(
  "printer",
  {
    id: id(),
    workspaceId: workspaceId(),
    userId: userId(),
    ...columnsOf<PrinterSettings>(answerFields(PRINTER_SETTINGS)),
    nameKey: text("name_key").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    /** The workspace's prints with smaller ordinals were there when it was made: they came in by others. */
    firstOrdinal: integer("first_ordinal").notNull().default(0),
    /** When it takes no new origin any more; NULL when it has not been paired since its origins were set. */
    pairingUntil: integer("pairing_until"),
  },
  (table) => [uniqueIndex("printer_name_key").on(table.nameKey)],
);

/** Rules that read the text of prints for their label and tags, in the order of `position`. */
export const rules = sqliteTable(
  "rule",
  {
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
  },
  (table) => [index("rule_workspace").on(table.workspaceId, table.position, table.id)],
);

/** Addresses that are told of events; `nextOrdinal` and `lastEvent` tell up to which. */
export const webhooks = sqliteTable(
  "webhook",
  {
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
  },
  (table) => [index("webhook_workspace").on(table.workspaceId, table.id)],
);
