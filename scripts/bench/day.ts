import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToken, ownEnvironment, ServiceProcess } from "../service/service-process.ts";
import { Chores } from "./day/chores.ts";
import { type Footprint, FootprintWatch } from "./day/footprint.ts";
import { Shop } from "./day/shop.ts";
import { serviceCommand } from "./memory/service-command.ts";
import { freePort, untilOpen } from "./raw9100.ts";
import type { BenchOptions, BenchReport, ReportRow } from "./report.ts";
import { median, quantile } from "./statistics.ts";

/** What a large shop prints from morning to morning. */
const PRINTS_A_DAY = 20_000;
/** Prints that are there in the morning, which is all that is kept: from then on each new one makes an old one expire. */
const PRINTS_KEPT = 50_000;
/** Of the time, until the chores begin: what they cost is told beside it. */
const QUIET_PART = 0.25;
/** How often each chore comes in the rest: as often as in a day with one every hour. */
const CHORE_ROUNDS = 24;
/** Parts of the time whose footprints are compared: the first after it has warmed up, and the last. */
const COMPARED_PART = 0.2;

/**
 * A day of a large shop in less time: prints by the raw port and searches all along, and in the later three quarters
 * backups, restore drills and retention as well. Whatever the service holds must be as much at the end as at the beginning.
 */
export async function benchDay({ seconds, onProgress }: BenchOptions): Promise<BenchReport> {
  const folder = mkdtempSync(join(tmpdir(), "tillroll-bench-"));
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { command, description } = serviceCommand();
  onProgress(description);
  const dataFolder = join(folder, "data");
  const token = await createToken(command, dataFolder);
  const rawPort = await freePort();
  const environment = {
    ...ownEnvironment(),
    TILLROLL_RAW_PORT: String(rawPort),
    TILLROLL_BACKUP_TO: join(folder, "backup"),
    TILLROLL_MAX_PRINTS: String(PRINTS_KEPT),
    TILLROLL_PURGE_AFTER: "1s",
  };
  const service = await ServiceProcess.start({ command, dataFolder, environment });
  started.defer(() => service.kill());
  await untilOpen(rawPort);

  const shop = new Shop({ port: service.port, token, rawPort });
  await shop.fill(PRINTS_KEPT);
  onProgress(`${PRINTS_KEPT} prints are there`);
  const watch = new FootprintWatch(service.processId, dataFolder);
  started.defer(() => watch.stop());
  const pace = PRINTS_A_DAY / seconds;
  const quiet = await shop.work(seconds * QUIET_PART, pace);
  const chores = new Chores({
    command,
    dataFolder,
    environment,
    pauseSeconds: (seconds * (1 - QUIET_PART)) / CHORE_ROUNDS,
    onProgress,
  });
  const busy = await shop.work(seconds * (1 - QUIET_PART), pace);
  await chores.stop();
  watch.stop();
  await shop.verify(PRINTS_KEPT);

  const begun = watch.part(QUIET_PART, QUIET_PART + COMPARED_PART);
  const ended = watch.part(1 - COMPARED_PART, 1);
  return {
    rows: [
      { name: "prints", value: quiet.prints + busy.prints, unit: "" },
      ...chores.counts().map(([name, count]) => ({ name: `runs of ${name}`, value: count, unit: "" })),
      ...flatRows("memory, proportional", begun, ended, ({ memory }) => memory, "MiB"),
      ...flatRows("open files and sockets", begun, ended, ({ handles }) => handles, ""),
      { name: "write-ahead log, largest", value: Math.max(...watch.all.map(({ log }) => log)), unit: "MiB" },
      ...flatRows("database", begun, ended, ({ database }) => database, "MiB"),
      ...readRows("search", quiet.searches, busy.searches),
      ...readRows("one print", quiet.reads, busy.reads),
      ...readRows("print until it is durable", quiet.jobs, busy.jobs),
    ],
  };
}

/** What is not to grow, at the beginning and at the end. */
function flatRows(
  name: string,
  begun: readonly Footprint[],
  ended: readonly Footprint[],
  of: (footprint: Footprint) => number,
  unit: string,
): ReportRow[] {
  return [
    { name: `${name}, when the chores begin`, value: median(begun.map(of)), unit },
    { name: `${name}, at the end`, value: median(ended.map(of)), unit },
  ];
}

/** What people and tills wait for, without the chores and beside them. */
function readRows(name: string, quiet: readonly number[], busy: readonly number[]): ReportRow[] {
  const [without, beside] = [quantile(quiet, 0.99), quantile(busy, 0.99)];
  return [
    { name: `${name}, p99 without chores`, value: without, unit: "ms" },
    { name: `${name}, p99 beside them`, value: beside, unit: "ms" },
    { name: `${name}, beside / without`, value: beside / without, unit: "×", atMost: 2 },
  ];
}
