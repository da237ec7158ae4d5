import { sql } from "drizzle-orm";
import { blob, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { DeliveryState } from "../domain/delivery.ts";
import type { EventKind } from "../domain/event.ts";
import type { SimulatedState } from "../domain/printer-status.ts";
import type { InterruptionPolicy, PrinterProtocol } from "../domain/printer.ts";
import type { Charset, PrinterProfile } from "../escpos/escpos.ts";
import { prints, users, workspaces } from "./schema.ts";

/*
 * The tables of printers and of what happens to their prints, as the code sees them; see schema.ts. All times are epoch
 * milliseconds, UTC.
 */

const workspaceId = () =>
  integer("workspace_id")
    .notNull()
    .references(() => workspaces.id);

const id = () => integer("id").primaryKey({ autoIncrement: true });

/** Printers that POS software prints to. `nameKey` is the name in lower case, unique in the whole service. */
export const printers = sqliteTable(
  "printer",
  {
    id: id(),
    workspaceId: workspaceId(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    deviceId: text("device_id"),
    width: integer("width"),
    charset: text("charset").$type<Charset>(),
    profile: text("profile").$type<PrinterProfile>(),
    model: text("model").notNull(),
    /** A JSON object, string to string. */
    tag: text("tag")
      .notNull()
      .default(sql`'{}'`),
    allow: text("allow", { mode: "json" })
      .$type<readonly string[]>()
      .notNull()
      .default(sql`'[]'`),
    protocols: text("protocols", { mode: "json" }).$type<readonly PrinterProtocol[]>().notNull(),
    address: text("address"),
    rawPort: integer("raw_port"),
    eposPort: integer("epos_port"),
    target: text("target"),
    passThrough: integer("pass_through", { mode: "boolean" }).notNull().default(false),
    whenInterrupted: text("when_interrupted").$type<InterruptionPolicy>().notNull().default("hold"),
    held: integer("held", { mode: "boolean" }).notNull().default(false),
    simulate: text("simulate").$type<SimulatedState>().notNull().default("online"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    /** The workspace's prints with smaller ordinals were there when it was made: they came in by others. */
    firstOrdinal: integer("first_ordinal").notNull().default(0),
  },
  (table) => [uniqueIndex("printer_name_key").on(table.nameKey)],
);

/** Jobs of which a part had to be durable before they ended; `print` is what to store it with, as JSON. */
export const spooledJobs = sqliteTable("spooled_job", {
  key: text("key").primaryKey(),
  print: text("print").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** Their bytes so far, in order. */
export const spooledParts = sqliteTable(
  "spooled_part",
  { id: id(), key: text("key").notNull(), content: blob("content", { mode: "buffer" }).notNull() },
  (table) => [index("spooled_part_key").on(table.key, table.id)],
);

/** Prints on their way to a real printer. */
export const deliveries = sqliteTable(
  "delivery",
  {
    id: id(),
    workspaceId: workspaceId(),
    printId: integer("print_id")
      .notNull()
      .references(() => prints.id),
    printerId: integer("printer_id").notNull(),
    state: text("state").$type<DeliveryState>().notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: integer("next_attempt_at"),
    /** Bytes known to have been handed to the printer's connection in the last attempt. */
    sentBytes: integer("sent_bytes").notNull().default(0),
    reason: text("reason"),
    possibleDuplicate: integer("possible_duplicate", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    index("delivery_print").on(table.printId),
    index("delivery_workspace_state").on(table.workspaceId, table.state),
    index("delivery_printer_state").on(table.printerId, table.state),
  ],
);

/** What happened to prints after they were stored; that they were stored, the prints themselves tell. */
export const events = sqliteTable(
  "event",
  {
    id: id(),
    workspaceId: workspaceId(),
    kind: text("kind").$type<EventKind>().notNull(),
    printId: integer("print_id"),
    /** Particulars as JSON, where the print does not tell them. */
    data: text("data"),
    createdAt: integer("created_at").notNull(),
    /** It comes after the workspace's prints with smaller ordinals, and before all others. */
    nextOrdinal: integer("next_ordinal").notNull().default(0),
  },
  (table) => [
    index("event_workspace").on(table.workspaceId, table.id),
    index("event_created_at").on(table.createdAt),
  ],
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
    tag: text("tag")
      .notNull()
      .default(sql`'{}'`),
    appliesTo: text("applies_to").notNull(),
    enabled: integer("enabled", { mode: "boolean" }).notNull().default(true),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("rule_workspace").on(table.workspaceId, table.position, table.id)],
);

/** Up to which print, by ordinal, the rules of a workspace have been applied. */
export const ruleProgress = sqliteTable("rule_progress", {
  workspaceId: integer("workspace_id")
    .primaryKey()
    .references(() => workspaces.id),
  nextOrdinal: integer("next_ordinal").notNull(),
});

/** Rules that are applied again to prints that were there: to which, by ordinal, and how far that has got. */
export const ruleApplications = sqliteTable("rule_application", {
  workspaceId: integer("workspace_id")
    .primaryKey()
    .references(() => workspaces.id),
  firstOrdinal: integer("first_ordinal").notNull(),
  nextOrdinal: integer("next_ordinal").notNull(),
  endOrdinal: integer("end_ordinal").notNull(),
  filled: integer("filled").notNull().default(0),
});

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
    state: text("state").notNull(),
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
