import { type Static, Type } from "@sinclair/typebox";
import { LOG_LEVELS } from "../operations/logs/log-line.ts";
import { LOG_LIMITS } from "../operations/logs/log-limits.ts";
import { instant } from "./fields.ts";
import { type QueryParameters, readQuery } from "./query.ts";
import { IndexStatus } from "./service.ts";
import * as t from "./schema.ts";

const bytes = (description: string) => t.count(`${description} Bytes.`);

export const System = t.object(
  {
    version: t.anyText(),
    startedAt: instant("When the service was started."),
    platform: t.anyText("The operating system and the processor, such as linux x64."),
    hostname: t.anyText("What the machine is called."),
    dataFolder: t.anyText("Where everything is kept."),
    configurationFile: t.nullable(t.anyText(), "The configuration file that was read; null for none."),
    memoryBytes: bytes("Memory of the service."),
    disk: t.nullable(
      t.object({
        freeBytes: t.nullable(bytes("Free under the data folder; null where the system does not say.")),
        totalBytes: t.nullable(bytes("Of the whole file system.")),
        hasReserve: t.flag("Whether some space is kept, so that a full disk can be cleared up."),
      }),
      "Where prints are kept; null in an archive, whose database is elsewhere.",
    ),
    database: t.object({
      engine: t.anyText("What it is, such as SQLite 3.51.3 or PostgreSQL 18.1."),
      bytes: t.nullable(bytes("All of it, without what waits in the log; null where it does not say.")),
      freeBytes: t.nullable(bytes("Pages of it that are free, and used again; null in an archive.")),
      logBytes: t.nullable(bytes("What waits in the write-ahead log; null in an archive.")),
      schema: t.count("The number of the last migration."),
    }),
    workspaces: t.list(
      t.object({ slug: t.anyText(), index: IndexStatus }),
      null,
      "How much of each workspace the search index covers; none in an archive.",
    ),
  },
  { name: "System" },
);

export const LogEntry = t.object(
  {
    at: instant("By the machine's clock."),
    level: t.choice(LOG_LEVELS),
    message: t.anyText(),
    details: t.record(Type.Unknown(), "Particulars."),
  },
  { name: "LogEntry" },
);

export const LogEntries = t.object(
  { items: t.list(LogEntry, null, "The oldest first; those since the last start.") },
  { name: "LogEntries" },
);

const level = t.described(t.choice(LOG_LEVELS), "Only lines of this level, and more urgent ones.");

export const LogParameters = t.parameters(
  t.optional({
    level,
    lines: t.integer(1, LOG_LIMITS.rememberedLines, "How many at most, the newest; all when not given."),
  }),
);

export const LogStreamParameters = t.parameters(t.optional({ level }));

/** Reads which lines of the log are asked for. @throws TillrollError BAD_REQUEST with all faults */
export function readLogWish(query: QueryParameters) {
  const { level: least = "info", lines = LOG_LIMITS.rememberedLines } = readQuery(LogParameters, query);
  return { level: least, lines };
}

/** Reads which lines of the log are to be told as they come. @throws TillrollError BAD_REQUEST with all faults */
export function readLogStreamWish(query: QueryParameters) {
  return readQuery(LogStreamParameters, query).level ?? "info";
}

export const Models = t.object(
  {
    items: t.list(
      t.object({
        id: t.anyText("For settings, such as epson-tm-t88v."),
        title: t.anyText("As on the case, such as Epson TM-T88V."),
        language: t.anyText("What it understands, such as ESC/POS."),
        columns: t.count("Characters of its usual font on a line."),
        dots: t.count("Dots across the paper."),
        dotsPerInch: t.count(),
      }),
      null,
    ),
  },
  { name: "Models" },
);

export type SystemAnswer = Static<typeof System>;
export type LogEntryAnswer = Static<typeof LogEntry>;
export type LogEntriesAnswer = Static<typeof LogEntries>;
export type ModelsAnswer = Static<typeof Models>;
