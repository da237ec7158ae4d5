import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { WAL_LIMITS } from "../../src/domain/storage-limits.ts";
import { createOrder, startServer, type Variation } from "./ingest-servers.ts";
import { putLoad } from "./load.ts";
import type { ReportRow } from "./report.ts";
import { quantile } from "./statistics.ts";

const WAL_LOOK_MILLISECONDS = 20;
const MEBIBYTE = 1024 * 1024;

/** Where the log is folded into the database: between transactions, as it is, and inside of them, as SQLite would. */
const CHECKPOINTS = {
  "between commits": ["commit-times.ts"],
  "inside commits": ["commit-times.ts", "automatic-checkpoints.ts"],
} as const;

/**
 * Times of commits, and of the requests that wait for them, in a storm of creates.
 * @param folder a new one; several are made of it
 * @param suffix of the rows' names
 */
export async function measureCommits(
  folder: string,
  suffix: string,
  environment: Readonly<Record<string, string>>,
  seconds: number,
): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  for (const [where, variants] of Object.entries(CHECKPOINTS)) {
    const seen = await observe(`${folder}-${variants.length}`, { variants, environment }, seconds);
    const name = `checkpoints ${where}${suffix}`;
    rows.push(
      { name: `${name}: commit p50`, value: quantile(seen.commits, 0.5), unit: "ms" },
      { name: `${name}: commit p99`, value: quantile(seen.commits, 0.99), unit: "ms" },
      { name: `${name}: commit longest`, value: quantile(seen.commits, 1), unit: "ms" },
      { name: `${name}: create p50`, value: quantile(seen.creates, 0.5), unit: "ms" },
      { name: `${name}: create p99`, value: quantile(seen.creates, 0.99), unit: "ms" },
      { name: `${name}: create longest`, value: quantile(seen.creates, 1), unit: "ms" },
      {
        name: `${name}: log, largest`,
        value: seen.walBytes / MEBIBYTE,
        unit: "MiB",
        atMost: WAL_LIMITS.mostBytes / MEBIBYTE,
      },
    );
  }
  return rows;
}

async function observe(dataFolder: string, { variants = [], environment }: Variation, seconds: number) {
  const timesFile = `${dataFolder}.json`;
  const server = await startServer(dataFolder, {
    variants,
    environment: { ...environment, COMMIT_TIMES_FILE: timesFile },
  });
  let walBytes = 0;
  const look = setInterval(() => {
    walBytes = Math.max(walBytes, walSize(dataFolder));
  }, WAL_LOOK_MILLISECONDS);
  try {
    const { latencyMilliseconds } = await putLoad(createOrder(server, seconds));
    await server.service.stop();
    const commits = JSON.parse(readFileSync(timesFile, "utf8")) as number[];
    return { commits, creates: latencyMilliseconds, walBytes };
  } finally {
    clearInterval(look);
    if (server.service.isRunning) await server.service.kill();
  }
}

function walSize(dataFolder: string): number {
  return statSync(join(`${databasePath(dataFolder)}-wal`), { throwIfNoEntry: false })?.size ?? 0;
}
