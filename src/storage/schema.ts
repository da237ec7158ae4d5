import { sql } from "drizzle-orm";
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Scope } from "../domain/scope.ts";
import type { Charset, PrinterProfile } from "../escpos/escpos.ts";

/*
 * The tables as the code sees them. What makes them is `migrations/`; a test compares the two. All times are epoch
 * milliseconds, UTC.
 */

/** People; the first start makes one, the administrator. */
export const users = sqliteTable("user", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** Workspaces. `slugKey` is the slug in lower case: slugs are compared without regard to case. */
export const workspaces = sqliteTable(
  "workspace",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    slug: text("slug").notNull(),
    slugKey: text("slug_key").notNull(),
    width: integer("width").notNull(),
    printQuota: integer("print_quota"),
    requestRate: integer("request_rate"),
    createdAt: integer("created_at").notNull(),
    charset: text("charset").$type<Charset>().notNull().default("auto"),
    profile: text("profile").$type<PrinterProfile>().notNull().default("epson"),
    /** Whether the rules that come with the product count beside the workspace's own. */
    defaultRules: integer("default_rules", { mode: "boolean" }).notNull().default(true),
  },
  (table) => [uniqueIndex("workspace_slug_key").on(table.slugKey)],
);

/** API tokens; the secret only as SHA-256. */
export const tokens = sqliteTable(
  "token",
  {
    id: text("id").primaryKey(),
    secretHash: blob("secret_hash", { mode: "buffer" }).notNull(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    workspaceId: integer("workspace_id")
      .notNull()
      .references(() => workspaces.id),
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
  userId: integer("user_id")
    .notNull()
    .references(() => users.id),
  expiresAt: integer("expires_at").notNull(),
});

/**
 * Sessions of the dashboard. With a `tokenId` the session is as narrow as that token, and ends with it; without
 * one it is the administrator's, who sees every workspace.
 */
export const sessions = sqliteTable(
  "session",
  {
    secretHash: blob("secret_hash", { mode: "buffer" }).primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    tokenId: text("token_id").references(() => tokens.id),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** What people and commands call it. */
    id: text("id").notNull().default(""),
    /** To a few minutes. */
    lastUsedAt: integer("last_used_at").notNull().default(0),
    /** The address from which it was used last. */
    client: text("client").notNull().default(""),
    userAgent: text("user_agent").notNull().default(""),
  },
  (table) => [uniqueIndex("session_id").on(table.id)],
);

/**
 * Prints. `ordinal` is dense per workspace from 0, and neither `id` nor `createdAt` ever decreases along it: the
 * segment index and the orders by id and createdAt rest on that. Rows are marked deleted, never removed.
 */
export const prints = sqliteTable(
  "print",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    workspaceId: integer("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    ordinal: integer("ordinal").notNull(),
    printKey: text("print_key").notNull(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    deviceId: text("device_id"),
    label: text("label"),
    /** A JSON object, string to string. */
    tag: text("tag")
      .notNull()
      .default(sql`'{}'`),
    quantity: integer("quantity"),
    width: integer("width").notNull(),
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

/** How the bytes of a print are kept: as they came, or zstd where that is smaller. */
export const RAW_ENCODINGS = { identity: 0, zstd: 1 } as const;

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

/** Idempotency keys of the last 24 hours. */
export const idempotencyKeys = sqliteTable(
  "idempotency_key",
  {
    workspaceId: integer("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    key: text("key").notNull(),
    payloadHash: blob("payload_hash", { mode: "buffer" }).notNull(),
    printId: integer("print_id")
      .notNull()
      .references(() => prints.id),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.key] }),
    index("idempotency_key_created_at").on(table.createdAt),
  ],
);

/** Segments of the search index (src/search/INDEX.md). `published` is `null` while one is being written. */
export const indexSegments = sqliteTable(
  "index_segment",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    workspaceId: integer("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    kind: integer("kind").notNull(),
    /** Of the format, and of how text was decoded: with another one it is to be built anew. */
    version: integer("version").notNull(),
    firstOrdinal: integer("first_ordinal").notNull(),
    printCount: integer("print_count").notNull(),
    /** Changes up to this sequence are in the segment. */
    throughChange: integer("through_change").notNull(),
    published: integer("published"),
  },
  (table) => [index("index_segment_published").on(table.workspaceId, table.kind, table.published)],
);

/** The parts of the segments, by segment id * 2^20 + part. */
export const indexChunks = sqliteTable("index_chunk", {
  id: integer("id").primaryKey(),
  checksum: integer("checksum").notNull(),
  content: blob("content", { mode: "buffer" }).notNull(),
});

/** Prints changed after they were stored, once each, in the order of their last change. */
export const indexChanges = sqliteTable(
  "index_change",
  {
    sequence: integer("sequence").primaryKey({ autoIncrement: true }),
    workspaceId: integer("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    ordinal: integer("ordinal").notNull(),
  },
  (table) => [
    uniqueIndex("index_change_ordinal").on(table.workspaceId, table.ordinal),
    index("index_change_sequence").on(table.workspaceId, table.sequence),
  ],
);

/** The decoded lines of the newest prints, until a segment holds them; `lines` are joined by line feeds. */
export const printTexts = sqliteTable(
  "print_text",
  {
    workspaceId: integer("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    ordinal: integer("ordinal").notNull(),
    version: integer("version").notNull(),
    lines: text("lines").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.ordinal] })],
);

/** The last time that was trusted, and how far the machine's clock was ahead of it; one row, or none. */
export const clocks = sqliteTable("clock", {
  id: integer("id").primaryKey(),
  trustedAt: integer("trusted_at").notNull(),
  ahead: integer("ahead").notNull(),
});
