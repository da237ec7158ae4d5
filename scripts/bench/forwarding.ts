import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownEnvironment, SOURCE_COMMAND } from "../service/service-process.ts";
import { type PrinterManner, StandInPrinter } from "./forwarding-printer.ts";
import { Till } from "./forwarding-till.ts";
import { type Server, startServer } from "./ingest-servers.ts";
import { freePort, untilOpen } from "./raw9100.ts";
import { FINISH } from "./raw9100-receipts.ts";
import type { BenchOptions, BenchReport, ReportRow } from "./report.ts";
import { textReceipt } from "./sample-receipts.ts";
import { median, quantile } from "./statistics.ts";

/** What may pass from a till's first byte to the last one's being at the printer, milliseconds. */
const MEDIAN_MILLISECONDS = 10;
const P99_MILLISECONDS = 50;

/** What a printer that says nothing must take at least, jobs a second. */
const MUTE_JOBS_PER_SECOND = 20;

const RECEIPT_BYTES = 600;
const PAUSE_MILLISECONDS = 60;
/** The longest that it takes until it is known that a printer keeps its side open, milliseconds. */
const LEARNING_MILLISECONDS = 15_000;

/** An address at which nobody answers (RFC 5737), and one that refuses. */
const BLACK_HOLE = "tcp://192.0.2.1:9100";
const DEAD = "tcp://127.0.0.1:1";

/** What a till sends on a connection that stays open; each ends with bytes that stand nowhere else in it. */
const JOBS = {
  "receipt and cut": { body: receipt(), end: Buffer.from([0x1d, 0x56, 0x41, 0x11]) },
  "receipt without a cut": { body: receipt(), end: Buffer.from("\n-- end --\n") },
  "drawer kick alone": { body: Buffer.alloc(0), end: Buffer.from([0x1b, 0x70, 0x00, 0x19, 0x78]) },
} as const;

function receipt(): Buffer {
  return Buffer.from(textReceipt(1, RECEIPT_BYTES)).subarray(0, -4);
}

/** How soon what a till sends is at the real printer, beside a direct connection, and how long tills wait for their answers. */
export async function benchForwarding({ seconds, onProgress }: BenchOptions): Promise<BenchReport> {
  const folder = mkdtempSync(join(tmpdir(), "tillroll-bench-"));
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startServer(join(folder, "data"));
  started.defer(() => server.service.kill());
  const rows: ReportRow[] = [];
  const part = (seconds * 1000) / (Object.keys(JOBS).length + 2);
  for (const [name, { body, end }] of Object.entries(JOBS)) {
    const printer = new StandInPrinter("healthy", end);
    const ours = await addPrinter(server, `tcp://127.0.0.1:${printer.port}`);
    const { direct, forwarded } = await latencies(printer, ours, Buffer.concat([body, end]), part);
    rows.push(
      { name: `${name}: directly, median`, value: median(direct), unit: "ms" },
      {
        name: `${name}: forwarded, median`,
        value: median(forwarded),
        unit: "ms",
        atMost: MEDIAN_MILLISECONDS,
      },
      {
        name: `${name}: forwarded, p99`,
        value: quantile(forwarded, 0.99),
        unit: "ms",
        atMost: P99_MILLISECONDS,
      },
    );
    onProgress(
      `${name}: ${median(direct).toFixed(1)} ms directly, ${median(forwarded).toFixed(1)} ms forwarded`,
    );
    printer.stop();
  }
  rows.push(...(await waits(server, part, onProgress)), await muteRate(server, part));
  return { rows };
}

/** Makes a printer of the service. @returns its raw port */
async function addPrinter({ dataFolder }: Server, target: string): Promise<number> {
  const port = await freePort();
  const words = ["printer", "add", `p${port}`, "--raw-port", String(port), "--target", target];
  const child = Bun.spawn([...SOURCE_COMMAND, ...words, "--data", dataFolder], {
    env: ownEnvironment(),
    stdin: "ignore",
    stdout: "ignore",
    stderr: "inherit",
  });
  if ((await child.exited) !== 0) throw new Error("no printer could be made");
  await untilOpen(port);
  return port;
}

/** Sends the same job again and again, directly and by the service in turn, each over one open connection. */
async function latencies(
  printer: StandInPrinter,
  ours: number,
  job: Buffer,
  milliseconds: number,
): Promise<{ direct: number[]; forwarded: number[] }> {
  const direct: number[] = [];
  const forwarded: number[] = [];
  const straight = await Till.connect(printer.port);
  const through = await Till.connect(ours);
  const send = async (till: Till): Promise<number> => {
    const count = printer.arrived + 1;
    const began = performance.now();
    till.send(job);
    const at = await printer.until(count);
    await Bun.sleep(PAUSE_MILLISECONDS);
    return at - began;
  };
  // The first one of a connection waits for its printer to be joined.
  await send(straight);
  await send(through);
  for (const end = performance.now() + milliseconds; performance.now() < end;) {
    direct.push(await send(straight));
    forwarded.push(await send(through));
  }
  straight.close();
  through.close();
  return { direct, forwarded };
}

/** How long a till waits for what tells it that its job is kept, by how the real printer is. */
async function waits(
  server: Server,
  milliseconds: number,
  onProgress: BenchOptions["onProgress"],
): Promise<ReportRow[]> {
  const { body, end } = JOBS["receipt and cut"];
  const manners: readonly PrinterManner[] = ["healthy", "slow", "mute"];
  const printers = manners.map((manner) => [manner, new StandInPrinter(manner, end)] as const);
  const targets = [
    ...printers.map(([manner, { port }]) => [manner, `tcp://127.0.0.1:${port}`] as const),
    ["dead", DEAD] as const,
    ["silent address", BLACK_HOLE] as const,
  ];
  const rows: ReportRow[] = [];
  for (const [name, target] of targets) {
    const port = await addPrinter(server, target);
    const taken = new Map<string, number[]>();
    const stop = performance.now() + milliseconds / targets.length;
    do {
      for (const [kind, wait] of Object.entries(WAITS)) {
        // What only the printer itself could answer is not asked for where it answers nothing.
        if (name === "mute" && kind === "process ID") continue;
        const began = performance.now();
        await wait(Buffer.concat([body, end]), port, server);
        const list = taken.get(kind) ?? [];
        taken.set(kind, [...list, performance.now() - began]);
      }
    } while (performance.now() < stop);
    for (const [kind, samples] of taken) {
      rows.push({
        name: `a till's wait, printer ${name}, ${kind}: longest`,
        value: Math.max(...samples),
        unit: "ms",
      });
      onProgress(`printer ${name}, ${kind}: ${median(samples).toFixed(1)} ms`);
    }
  }
  for (const [, printer] of printers) printer.stop();
  return rows;
}

/** What tells a till that its job is kept. */
const WAITS: Readonly<Record<string, (job: Buffer, port: number, server: Server) => Promise<void>>> = {
  "process ID": async (job, port) => {
    const till = await Till.connect(port);
    till.send(Buffer.concat([job, FINISH.request(7)]));
    await till.answers(FINISH.replyBytes);
    till.close();
  },
  close: async (job, port) => {
    const till = await Till.connect(port);
    till.send(job);
    await till.finish();
  },
  ePOS: async (_job, port, server) => {
    const document =
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
      '<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"><text>Order&#10;</text><cut/></epos-print>' +
      "</s:Body></s:Envelope>";
    const url = `http://127.0.0.1:${server.port}/cgi-bin/epos/service.cgi?devid=p${port}`;
    const response = await fetch(url, {
      method: "POST",
      body: document,
      headers: { "Content-Type": "text/xml" },
    });
    if (!(await response.text()).includes('success="true"')) throw new Error("an ePOS job was refused");
  },
};

/** How many jobs a second come to a printer that answers nothing and keeps its side open, one connection a job. */
async function muteRate(server: Server, milliseconds: number): Promise<ReportRow> {
  const { body, end } = JOBS["receipt and cut"];
  const job = Buffer.concat([body, end]);
  const printer = new StandInPrinter("mute", end);
  const port = await addPrinter(server, `tcp://127.0.0.1:${printer.port}`);
  const print = async () => {
    const till = await Till.connect(port);
    till.send(job);
    await till.finish();
  };
  const learnt = performance.now() + LEARNING_MILLISECONDS;
  // Until one is done soon: the printer is known.
  for (let took = Number.POSITIVE_INFINITY; took > PAUSE_MILLISECONDS && performance.now() < learnt;) {
    const began = performance.now();
    await print();
    took = performance.now() - began;
  }
  const before = printer.arrived;
  const began = performance.now();
  while (performance.now() < began + milliseconds) await print();
  const rate = (1000 * (printer.arrived - before)) / (performance.now() - began);
  printer.stop();
  return {
    name: "jobs to a printer that answers nothing",
    value: rate,
    unit: "jobs/s",
    atLeast: MUTE_JOBS_PER_SECOND,
  };
}
