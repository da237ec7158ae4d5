/*
 * A process that prints to a raw port and tells what it saw: one line of JSON in, one out. A process of its own, so that
 * it neither shares the service's thread nor is held up by it.
 */

import { join } from "node:path";
import { type JobObserver, OneConnectionForAll, OneConnectionPerJob, type RawHost } from "./raw9100-host.ts";
import { receiptsOf } from "./raw9100-receipts.ts";

/** What to do. */
export interface RawOrder {
  readonly port: number;
  /** What ends a job: the host's closing of its side, or a request for a process ID on a connection that stays. */
  readonly end: "half-close" | "process-id";
  /** Hosts that print at the same time. */
  readonly hosts: number;
  readonly receiptBytes: number;
  /** Jobs are printed but not counted for this long first, seconds. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

/** What was seen. */
export interface RawResult {
  readonly jobs: number;
  readonly seconds: number;
  /** From a job's last byte to its acknowledgement; one sample a job. */
  readonly latencyMilliseconds: readonly number[];
  /** All jobs that were acknowledged, those that are not counted too. */
  readonly acknowledged: number;
  /** The processor time this process took over the time that passed. */
  readonly generatorBusy: number;
  readonly faults: readonly string[];
}

const MOST_FAULTS = 5;
/** How long the last jobs are waited for, milliseconds. */
const FINISH_MILLISECONDS = 300;

async function generate({
  port,
  end,
  hosts,
  receiptBytes,
  warmUpSeconds,
  seconds,
}: RawOrder): Promise<RawResult> {
  const latencyMilliseconds: number[] = [];
  const faults: string[] = [];
  let acknowledged = 0;
  let isCounting = false;
  const observer: JobObserver = {
    onAcknowledged: (milliseconds) => {
      acknowledged++;
      if (isCounting) latencyMilliseconds.push(milliseconds);
    },
    onFault: (reason) => {
      if (faults.length < MOST_FAULTS) faults.push(reason);
    },
  };
  const receipts = receiptsOf(receiptBytes);
  const open = async (_: unknown, number: number): Promise<RawHost> =>
    end === "half-close"
      ? new OneConnectionPerJob(number, port, receipts, observer)
      : await OneConnectionForAll.open(number, port, receipts, observer);
  const printing = await Promise.all(Array.from({ length: hosts }, open));
  await Bun.sleep(warmUpSeconds * 1000);
  isCounting = true;
  const started = performance.now();
  const processor = process.cpuUsage();
  await Bun.sleep(seconds * 1000);
  isCounting = false;
  const taken = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(processor);
  for (const host of printing) host.stop();
  await Bun.sleep(FINISH_MILLISECONDS);
  const generatorBusy = (user + system) / 1e6 / taken;
  return {
    jobs: latencyMilliseconds.length,
    seconds: taken,
    latencyMilliseconds,
    acknowledged,
    generatorBusy,
    faults,
  };
}

/** Prints in a process of its own. @throws Error when a job was not acknowledged as it should be */
export async function printRaw(order: RawOrder): Promise<RawResult> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "raw9100-load.ts")], {
    stdin: new Blob([JSON.stringify(order)]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("the load generator failed");
  const result = JSON.parse(text) as RawResult;
  if (result.faults.length > 0) throw new Error(`the measurement is void: ${result.faults.join("; ")}`);
  return result;
}

if (import.meta.main) {
  const order = (await Bun.stdin.json()) as RawOrder;
  await Bun.write(Bun.stdout, JSON.stringify(await generate(order)));
  process.exit(0);
}
