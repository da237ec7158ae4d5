import { join } from "node:path";

const SOURCE = join(import.meta.dir, "..", "..", "src");

/** Files whose statements run in other Workers than the writer's, or in commands: they hold up no request. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "archive/": "the database of an archive, which is another one",
  "backup/live-database.ts": "the Worker that makes backups",
  "cards/card-scan.ts": "the background Worker",
  "cli/": "commands are processes of their own",
  "export/": "the Worker of an export",
  "fiscal/code-finder.ts": "the background Worker, and the one that reads pictures",
  "recognition/reading-connection.ts": "the Worker that reads pictures",
  "retention/print-scan.ts": "the Worker for retention",
  "repair/": "a command, which works beside no service",
  "restore/": "restoring, by a command or in a process of its own",
  "rules/rule-connection.ts": "the background Worker",
  "seals/held-seals.ts": "the Worker that verifies journals, and commands",
  "scrub/": "the Worker that checks what is stored",
  "search/index-connection.ts": "the Workers of searches and of the background",
  "search/print-rows.ts": "the Workers of searches and of the background",
  "search/unreadable-prints.ts": "the Worker of searches by SQL",
  "search/numbers/": "the Workers of searches",
  "search/sql-statements.ts": "the Worker of searches by SQL",
  "service-manager/install-service.ts": "a command that installs the service",
  "storage/compact.ts": "a command, and the start, before anything is served",
  "storage/damaged-places.ts": "where a print is missing, or a page of the file cannot be read",
  "storage/database-check.ts": "a copy that is checked before it counts as a backup, or is restored",
  "storage/journal-rebuild.ts": "an end of a journal that is damaged, once",
  "storage/postgres/": "the database of an archive, which holds up no other",
  "upstream/print-source.ts": "the Worker that sends prints to archives",
  "update/": "commands, and the Worker that tries a copy",
  "verification/": "the Worker that verifies journals, and commands",
  "web/browser/": "the dashboard's own code, whose methods have such names too",
};

/** What compiles a statement of tables: a method of a connection with a text, or one that begins a statement of Drizzle's. */
const COMPILING =
  /\.(?:query|prepare)(?:<[^]*?>)?\(\s*(?![\s)]|["`](?:PRAGMA|BEGIN|COMMIT|ROLLBACK)\b)|\bdatabase\.(?:run|exec)\((?!["`](?:PRAGMA|BEGIN|COMMIT|ROLLBACK)\b)|drizzle(?:\(\{[^}]*\}\))?\s*\.(?:select|insert|update|delete)\(/g;

/** How many places of each file compile a statement, as its text tells; without those that run elsewhere. */
export async function placesThatCompile(): Promise<Map<string, number>> {
  const places = new Map<string, number>();
  for (const path of new Bun.Glob("**/*.ts").scanSync({ cwd: SOURCE })) {
    if (Object.keys(ELSEWHERE).some((start) => path.startsWith(start))) continue;
    const text = await Bun.file(join(SOURCE, path)).text();
    const count = text.match(COMPILING)?.length ?? 0;
    if (count > 0) places.set(path, count);
  }
  return places;
}
