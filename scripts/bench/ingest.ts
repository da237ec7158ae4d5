import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToken, ServiceProcess, SOURCE_COMMAND } from "../service/service-process.ts";
import type { LoadOrder, LoadResult } from "./load-generator.ts";
import { putLoad } from "./load.ts";
import type { BenchOptions, BenchReport, ReportRow } from "./report.ts";
import { median, quantile } from "./statistics.ts";

const RECEIPT_BYTES = 600;
const CONNECTIONS = 64;
const ROUNDS = 3;
const WARM_UP_SECONDS = 0.7;
/** A person's look at one print; without a pause the reader would itself be a storm. */
const READ_PAUSE_MILLISECONDS = 2;

const VARIANTS = join(import.meta.dir, "variants");

/** The real service, and the same with one thing changed. */
const SERVERS = {
  groupCommit: SOURCE_COMMAND,
  oneTransactionEach: variant("no-group-commit.ts"),
  storesNothing: variant("store-nothing.ts"),
} as const;

type ServerName = keyof typeof SERVERS;
const SERVER_NAMES: readonly ServerName[] = ["groupCommit", "oneTransactionEach", "storesNothing"];

interface Running {
  readonly service: ServiceProcess;
  readonly token: string;
}

/** Durable creates a second against the two servers that bound it, and what a storm of them does to a reader. */
export async function benchIngest({ seconds, onProgress }: BenchOptions): Promise<BenchReport> {
  const folder = mkdtempSync(join(tmpdir(), "tillroll-bench-"));
  const running = new Map<ServerName, Running>();
  try {
    for (const name of SERVER_NAMES) {
      const dataFolder = join(folder, name);
      const token = await createToken(SOURCE_COMMAND, dataFolder);
      running.set(name, {
        token,
        service: await ServiceProcess.start({ command: SERVERS[name], dataFolder }),
      });
    }
    // Three servers, ROUNDS rounds, and two parts for the reader.
    const partSeconds = seconds / (SERVER_NAMES.length * ROUNDS + 2);
    const rates = await measureRates(running, partSeconds, onProgress);
    const reading = await measureReading(required(running, "groupCommit"), partSeconds);
    return { rows: [...rates, ...reading] };
  } finally {
    await Promise.all([...running.values()].map(({ service }) => service.kill()));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureRates(
  running: ReadonlyMap<ServerName, Running>,
  seconds: number,
  onProgress: (line: string) => void,
) {
  const rounds: Readonly<Record<ServerName, number>>[] = [];
  let generatorBusy = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const rates = { groupCommit: 0, oneTransactionEach: 0, storesNothing: 0 };
    // Interleaved, so that whatever else the machine does meets all three alike.
    for (const name of SERVER_NAMES) {
      const result = await putLoad(createOrder(required(running, name), seconds));
      rates[name] = result.responses / result.seconds;
      generatorBusy = Math.max(generatorBusy, result.generatorBusy);
    }
    rounds.push(rates);
    onProgress(`round ${round}: ${SERVER_NAMES.map((name) => rates[name].toFixed(0)).join(" / ")} a second`);
  }
  const unit = "prints/s";
  const rate = (name: ServerName) => median(rounds.map((rates) => rates[name]));
  // Ratios within a round, because what else the machine does changes from round to round.
  const ratio = (name: ServerName) => median(rounds.map((rates) => rates.groupCommit / rates[name]));
  return [
    { name: "(a) durable creates, group commit", value: rate("groupCommit"), unit },
    { name: "(b) one transaction a request", value: rate("oneTransactionEach"), unit },
    { name: "(c) same server, storing nothing", value: rate("storesNothing"), unit },
    { name: "(a) / (b)", value: ratio("oneTransactionEach"), unit: "×", atLeast: 5 },
    { name: "(a) / (c)", value: ratio("storesNothing"), unit: "×", atLeast: 0.5 },
    { name: "load generator's use of a core, highest", value: generatorBusy, unit: "" },
  ];
}

async function measureReading(server: Running, seconds: number) {
  const print = await firstPrintPath(server);
  const read = () =>
    putLoad({
      ...createOrder(server, seconds),
      connections: 1,
      action: { readPath: print },
      pauseMilliseconds: READ_PAUSE_MILLISECONDS,
    });
  const alone = await read();
  const storm = putLoad(createOrder(server, seconds + 1));
  const during = await read();
  await storm;
  return [...latencyRows("alone", alone), ...latencyRows("in a storm of creates", during)];
}

function latencyRows(when: string, { latencyMilliseconds }: LoadResult): ReportRow[] {
  return [
    { name: `(d) read a print, ${when}, p50`, value: quantile(latencyMilliseconds, 0.5), unit: "ms" },
    { name: `(d) read a print, ${when}, p99`, value: quantile(latencyMilliseconds, 0.99), unit: "ms" },
  ];
}

async function firstPrintPath({ service, token }: Running): Promise<string> {
  const response = await fetch(`${service.workspaceAddress}/prints/test`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
  });
  return response.headers.get("Location") ?? "";
}

function createOrder({ service, token }: Running, seconds: number): LoadOrder {
  return {
    port: service.port,
    token,
    connections: CONNECTIONS,
    seconds,
    warmUpSeconds: WARM_UP_SECONDS,
    action: { createBytes: RECEIPT_BYTES },
    pauseMilliseconds: 0,
  };
}

function variant(file: string): readonly string[] {
  const [bun = process.execPath, ...main] = SOURCE_COMMAND;
  return [bun, "--preload", join(VARIANTS, file), ...main];
}

function required(running: ReadonlyMap<ServerName, Running>, name: ServerName): Running {
  const found = running.get(name);
  if (found === undefined) throw new Error(`the server ${name} does not run`);
  return found;
}
