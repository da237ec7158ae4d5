import { join } from "node:path";

const SOURCE = join(import.meta.dir, "..", "..", "src");

/** Files whose statements run in other Workers than the writer's, or in commands: they hold up no request. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "backup/live-database.ts": "the Worker that makes backups",
  "cli/": "commands are processes of their own",
  "export/": "the Worker of an export",
  "recognition/reading-connection.ts": "the Worker that reads pictures",
  "retention/print-scan.ts": "the Worker for retention",
  "restore/": "restoring, by a command or in a process of its own",
  "rules/rule-connection.ts": "the background Worker",
  "search/index-connection.ts": "the Workers of searches and of the background",
  "search/sql-statements.ts": "the Worker of searches by SQL",
  "service-manager/install-service.ts": "a command that installs the service",
  "storage/compact.ts": "a command, and the start, before anything is served",
  "storage/database-check.ts": "a copy that is checked before it counts as a backup, or is restored",
  "update/": "commands, and the Worker that tries a copy",
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
