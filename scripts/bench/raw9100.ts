import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CONNECTIONS, createOrder, type Server, startServer, untilRested } from "./ingest-servers.ts";
import { putLoad } from "./load.ts";
import { printRaw, type RawOrder, type RawResult } from "./raw9100-load.ts";
import type { BenchOptions, BenchReport, ReportRow } from "./report.ts";
import { median, quantile } from "./statistics.ts";

const ROUNDS = 3;
const RECEIPT_BYTES = 600;
const WARM_UP_SECONDS = 0.7;
const LEAST_JOBS_PER_SECOND = 3000;

/** What is measured in each round, all with as many hosts as the creates have connections. */
const STORMS = ["half-close", "process-id"] as const;

/** Of the measuring time: two storms and the creates for each round, and one host alone with each way to end a job. */
const PARTS = (STORMS.length + 1) * ROUNDS + STORMS.length;

/** How fast receipts are taken in on the raw port: jobs a second, how soon they are acknowledged, and beside HTTP. */
export async function benchRaw9100({ seconds, onProgress }: BenchOptions): Promise<BenchReport> {
  const folder = mkdtempSync(join(tmpdir(), "tillroll-bench-"));
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(folder, { recursive: true, force: true }));
  const rawPort = await freePort();
  const server = await startServer(join(folder, "data"), {
    environment: { TILLROLL_RAW_PORT: String(rawPort) },
  });
  started.defer(() => server.service.kill());
  await untilOpen(rawPort);

  let acknowledged = 0;
  const part = seconds / PARTS;
  const print = async (end: RawOrder["end"], hosts: number): Promise<RawResult> => {
    const sizes = { receiptBytes: RECEIPT_BYTES, warmUpSeconds: WARM_UP_SECONDS, seconds: part };
    const result = await printRaw({ port: rawPort, end, hosts, ...sizes });
    acknowledged += result.acknowledged;
    await untilRested(server);
    return result;
  };

  const alone = new Map<string, RawResult>();
  for (const end of STORMS) alone.set(end, await print(end, 1));
  await checkStored(server, acknowledged);

  const rounds: { raw: Map<string, RawResult>; creates: number }[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    // Interleaved, so that whatever else the machine does meets all of them alike.
    const raw = new Map<string, RawResult>();
    for (const end of STORMS) raw.set(end, await print(end, CONNECTIONS));
    const { responses, seconds: taken } = await putLoad(createOrder(server, part));
    await untilRested(server);
    rounds.push({ raw, creates: responses / taken });
    const rates = [...raw.values()].map(rateOf);
    onProgress(
      `round ${round}: ${[...rates, responses / taken].map((rate) => rate.toFixed(0)).join(" / ")} a second`,
    );
  }
  await checkStored(server, acknowledged);

  const of = (end: string) => rounds.flatMap(({ raw }) => raw.get(end) ?? []);
  const rate = (end: string) => median(of(end).map(rateOf));
  const unit = "jobs/s";
  const rows: ReportRow[] = [
    {
      name: "(a) durable jobs, one connection a job",
      value: rate("half-close"),
      unit,
      atLeast: LEAST_JOBS_PER_SECOND,
    },
    { name: "(b) durable jobs, connections that stay, process ID", value: rate("process-id"), unit },
    {
      name: "(c) durable creates over HTTP",
      value: median(rounds.map(({ creates }) => creates)),
      unit: "prints/s",
    },
    // Ratios within a round, because what else the machine does changes from round to round.
    ...STORMS.map((end, index) => ({
      name: `(${"ab"[index]}) / (c)`,
      value: median(rounds.map(({ raw, creates }) => rateOf(raw.get(end)) / creates)),
      unit: "×",
    })),
  ];
  for (const end of STORMS) {
    rows.push(
      ...latencyRows(`last byte to ${WORDS[end]}, one host`, alone.get(end)?.latencyMilliseconds ?? []),
    );
    const storm = of(end).flatMap(({ latencyMilliseconds }) => latencyMilliseconds);
    rows.push(...latencyRows(`last byte to ${WORDS[end]}, ${CONNECTIONS} hosts`, storm));
  }
  const busy = STORMS.flatMap((end) => of(end).map(({ generatorBusy }) => generatorBusy));
  rows.push({ name: "load generator's use of a core, highest", value: Math.max(...busy), unit: "" });
  return { rows };
}

const WORDS = { "half-close": "our closing", "process-id": "process ID" } as const;

function latencyRows(what: string, samples: readonly number[]): ReportRow[] {
  return [
    { name: `${what}, p50`, value: quantile(samples, 0.5), unit: "ms" },
    { name: `${what}, p99`, value: quantile(samples, 0.99), unit: "ms" },
  ];
}

function rateOf(result: RawResult | undefined): number {
  return result === undefined ? 0 : result.jobs / result.seconds;
}

/** Looks whether every job that was acknowledged is there. @throws Error when one is missing */
async function checkStored({ service, token }: Server, acknowledged: number): Promise<void> {
  const response = await fetch(`${service.workspaceAddress}/prints/search`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ tag: { op: "eq", key: "protocol", value: "raw" }, pageSize: 1 }),
  });
  const { total } = (await response.json()) as { total: number };
  if (!(total >= acknowledged)) {
    throw new Error(`${acknowledged} jobs were acknowledged, but ${total} prints are there`);
  }
}

const OPEN_MILLISECONDS = 10_000;

/** Waits until a port takes connections: a service answers HTTP before its printers' ports are open. @throws Error */
export async function untilOpen(port: number): Promise<void> {
  const deadline = performance.now() + OPEN_MILLISECONDS;
  for (;;) {
    try {
      const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } });
      socket.end();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await Bun.sleep(20);
    }
  }
}

/** A TCP port that nobody has now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("there is no free port");
  return address.port;
}
