import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Server, startServer } from "./ingest-servers.ts";
import { freePort, untilOpen } from "./raw9100.ts";
import type { BenchOptions, BenchReport, ReportRow } from "./report.ts";
import { shopReceiptBytes } from "./shop-receipts.ts";

const HOSTS = 16;
/** Printed before anything is measured, so that all code has been compiled. */
const WARM_UP_PRINTS = 3000;
const STORM_PRINTS = 20_000;
/** A busy shop many times over, but not so fast that work in the background is put off. */
const STEADY_PRINTS_PER_SECOND = 150;
const ASK_MILLISECONDS = 1000;
/** Of which `/proc` counts the processor's time. */
const TICKS_PER_SECOND = 100;

/** How prints come. */
interface Course {
  readonly name: string;
  readonly prints: number;
  /** `null` for as fast as they are taken. */
  readonly perSecond: number | null;
}

/**
 * What a print takes of the processors, from its socket until its text can be found and rules were applied to it; all
 * threads of the service together. Only on Linux.
 */
export async function benchBackground({ seconds, onProgress }: BenchOptions): Promise<BenchReport> {
  if (process.platform !== "linux") {
    onProgress("the processor's time of a process is not available on this system");
    return { rows: [] };
  }
  const folder = mkdtempSync(join(tmpdir(), "tillroll-bench-"));
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const server = await startServer(join(folder, "data"), {
    environment: { TILLROLL_RAW_PORT: String(port) },
  });
  started.defer(() => server.service.kill());
  await untilOpen(port);
  const steadyPrints = Math.round(seconds * STEADY_PRINTS_PER_SECOND);
  const courses: Course[] = [
    { name: "warm-up", prints: WARM_UP_PRINTS, perSecond: null },
    { name: "as fast as they are taken", prints: STORM_PRINTS, perSecond: null },
    {
      name: `${STEADY_PRINTS_PER_SECOND} a second`,
      prints: steadyPrints,
      perSecond: STEADY_PRINTS_PER_SECOND,
    },
  ];
  const rows: ReportRow[] = [];
  let stored = 0;
  for (const { name, prints, perSecond } of courses) {
    const before = processorSeconds(server.service.processId);
    const began = performance.now();
    await printAll(port, stored, prints, perSecond);
    const taken = (performance.now() - began) / 1000;
    stored += prints;
    await untilDone(server);
    const later = (performance.now() - began) / 1000 - taken;
    const used = processorSeconds(server.service.processId) - before;
    onProgress(
      `${name}: ${prints} prints in ${taken.toFixed(1)} s, the rest done ${later.toFixed(1)} s later`,
    );
    if (name === "warm-up") continue;
    rows.push({ name: `processor time a print, ${name}`, value: (used / prints) * 1e6, unit: "µs" });
  }
  return { rows };
}

/** Prints receipts, one connection each. @param first the number of the first receipt */
async function printAll(
  port: number,
  first: number,
  prints: number,
  perSecond: number | null,
): Promise<void> {
  const began = performance.now();
  let next = 0;
  const host = async (address: string) => {
    while (next < prints) {
      const number = next++;
      const due = perSecond === null ? 0 : began + (number / perSecond) * 1000 - performance.now();
      if (due > 0) await Bun.sleep(due);
      await printOne(port, address, shopReceiptBytes(first + number));
    }
  };
  await Promise.all(Array.from({ length: HOSTS }, (_, number) => host(`127.0.0.${1 + number}`)));
}

/** @param address of this machine, from which it comes: an address has only so many connections */
async function printOne(port: number, address: string, receipt: Uint8Array): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Bun's types do not know `localAddress`.
  const options: { readonly hostname: string; readonly localAddress: string } = {
    hostname: "127.0.0.1",
    localAddress: address,
  };
  await Bun.connect({
    ...options,
    port,
    allowHalfOpen: true,
    socket: {
      open(socket) {
        socket.write(receipt);
        socket.shutdown();
      },
      data() {},
      close: (_socket, error) => (error === undefined ? resolve() : reject(error)),
    },
  });
  await promise;
}

/** Waits until all text can be searched and rules were applied to all prints. */
async function untilDone({ port, token }: Server): Promise<void> {
  const address = `http://127.0.0.1:${port}/api/workspace/default`;
  const headers = { Authorization: `Bearer ${token}` };
  for (;;) {
    await Bun.sleep(ASK_MILLISECONDS);
    const index = (await (await fetch(`${address}/index`, { headers })).json()) as { textPending: number };
    if (index.textPending > 0) continue;
    const rules = (await (await fetch(`${address}/rules`, { headers })).json()) as { pending: number };
    if (rules.pending === 0) return;
  }
}

/** The processor time that a process has used in all its threads, seconds. */
function processorSeconds(processId: number): number {
  const fields = readFileSync(`/proc/${processId}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  // utime and stime, the 14th and 15th of all fields.
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
