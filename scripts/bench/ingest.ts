import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cleanup } from "./data/cleanup.ts";
import { measureCommits } from "./ingest-commits.ts";
import { measureOthers } from "./ingest-others.ts";
import { startRivals } from "./rivals/rivals.ts";
import {
  createOrder,
  type Server,
  startServer,
  type Target,
  untilRested,
  type Variation,
} from "./ingest-servers.ts";
import { putLoad } from "./load.ts";
import type { BenchOptions, BenchReport, ReportRow } from "./report.ts";
import { slowDiskEnvironment } from "./slow-disk.ts";
import { median } from "./statistics.ts";

const ROUNDS = 3;
const SLOW_FSYNC_MILLISECONDS = 5;

/** Of the measuring time: five servers for each round, one rate, three of others meanwhile, and four of commits. */
const PARTS = 5 * ROUNDS + 1 + 3 + 4;

/** The real service, and the same with one thing changed. */
const SERVERS: Readonly<Record<string, Variation>> = {
  groupCommit: {},
  oneTransactionEach: { variants: ["no-group-commit.ts"] },
  storesNothing: { variants: ["store-nothing.ts"] },
};

/** Durable creates a second against what bounds them and what one would have instead, and what they do to others. */
export async function benchIngest({ seconds, onProgress }: BenchOptions): Promise<BenchReport> {
  const folder = mkdtempSync(join(tmpdir(), "tillroll-bench-"));
  const part = seconds / PARTS;
  const slow = slowDiskEnvironment(folder, SLOW_FSYNC_MILLISECONDS);
  if (slow === null) onProgress("left out: a slow disk needs Linux and a C compiler");
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(folder, { recursive: true, force: true }));
  const start = async (name: string, variation: Variation): Promise<Server> => {
    const server = await startServer(join(folder, name), variation);
    started.defer(() => server.service.kill());
    return server;
  };

  const targets = new Map<string, Target>();
  for (const [name, variation] of Object.entries(SERVERS)) targets.set(name, await start(name, variation));
  const rivals = await startRivals(started.use(new Cleanup()));
  if (rivals === null) onProgress("left out: PostgreSQL is not installed");
  else {
    const { fastify, lean } = rivals;
    targets.set("fastify", fastify).set("lean", lean);
    onProgress(`(d) is ${fastify.description}; (e) is ${lean.description}`);
  }
  const rows = await measureRates(targets, part, onProgress);

  const usual = await start("usual", {});
  rows.push(...(await measureOthers(usual, "", part)));
  if (slow !== null) {
    const slowed = await start("slowed", { environment: slow });
    const { responses, seconds: taken } = await putLoad(createOrder(slowed, part));
    await untilRested(slowed);
    const name = `(f) durable creates, fsync ${SLOW_FSYNC_MILLISECONDS} ms slower`;
    rows.push({ name, value: responses / taken, unit: "prints/s", atLeast: 4000 });
    rows.push(...(await measureOthers(slowed, `, fsync ${SLOW_FSYNC_MILLISECONDS} ms slower`, part)));
  }
  rows.push(...(await measureCommits(join(folder, "commits"), "", {}, part)));
  if (slow !== null) {
    const suffix = `, fsync ${SLOW_FSYNC_MILLISECONDS} ms slower`;
    rows.push(...(await measureCommits(join(folder, "slow-commits"), suffix, slow, part)));
  }
  return { rows };
}

async function measureRates(
  targets: ReadonlyMap<string, Target>,
  seconds: number,
  onProgress: (line: string) => void,
): Promise<ReportRow[]> {
  const rounds: Map<string, number>[] = [];
  let generatorBusy = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const rates = new Map<string, number>();
    // Interleaved, so that whatever else the machine does meets all of them alike.
    for (const [name, target] of targets) {
      const result = await putLoad(createOrder(target, seconds));
      rates.set(name, result.responses / result.seconds);
      generatorBusy = Math.max(generatorBusy, result.generatorBusy);
      await untilRested(target);
    }
    rounds.push(rates);
    onProgress(`round ${round}: ${[...rates.values()].map((rate) => rate.toFixed(0)).join(" / ")} a second`);
  }
  const unit = "prints/s";
  const rate = (name: string) => median(rounds.map((rates) => rates.get(name) ?? 0));
  // Ratios within a round, because what else the machine does changes from round to round.
  const ratio = (name: string) =>
    median(rounds.map((rates) => (rates.get("groupCommit") ?? 0) / (rates.get(name) ?? 0)));
  const rows: ReportRow[] = [
    { name: "(a) durable creates, group commit", value: rate("groupCommit"), unit },
    { name: "(b) one transaction a request", value: rate("oneTransactionEach"), unit },
    { name: "(c) same server, storing nothing", value: rate("storesNothing"), unit },
  ];
  if (targets.has("fastify")) {
    rows.push(
      { name: "(d) Fastify before PostgreSQL", value: rate("fastify"), unit },
      { name: "(e) the leanest server before PostgreSQL", value: rate("lean"), unit },
    );
  }
  rows.push(
    { name: "(a) / (b)", value: ratio("oneTransactionEach"), unit: "×", atLeast: 5 },
    { name: "(a) / (c)", value: ratio("storesNothing"), unit: "×", atLeast: 0.5 },
  );
  if (targets.has("fastify")) {
    rows.push(
      { name: "(a) / (d)", value: ratio("fastify"), unit: "×", atLeast: 3.5 },
      { name: "(a) / (e)", value: ratio("lean"), unit: "×" },
    );
  }
  rows.push({ name: "load generator's use of a core, highest", value: generatorBusy, unit: "" });
  return rows;
}
