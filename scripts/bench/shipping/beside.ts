import { join } from "node:path";
import type { UpstreamAnswer } from "../../../src/contract/joined-archive.ts";
import { type Server, startServer, untilRested } from "../ingest-servers.ts";
import { putLoad } from "../load.ts";
import { median, quantile } from "../statistics.ts";

/** Prints that the archive lacks. */
const BEHIND = 100_000;

/** Many times what the tills of a shop print, so that a part of the time has enough of them. */
const PRINTS_PER_SECOND = 300;

const RECEIPT_BYTES = 600;
const CONNECTIONS = 8;
const ROUNDS = 8;

/** How often it is looked whether prints are left to be sent, milliseconds. */
const LOOK_MILLISECONDS = 200;

/** With fewer left, all of them are sent once more. */
const FEW = 30_000;

/** How long prints took that a till waited for, while others were sent to an archive and while none were. */
export interface TillTimes {
  /** The 99th of a hundred, milliseconds; the median of several rounds. */
  readonly alone: number;
  readonly beside: number;
  /** The part of the time with sending in which there was something to send. */
  readonly sending: number;
}

/** Measures in turn, so that whatever else the machine does meets both alike. @param folder for the data of a service */
export async function tillTimes(
  folder: string,
  seconds: number,
  onProgress: (line: string) => void,
): Promise<TillTimes> {
  await using started = new AsyncDisposableStack();
  const archive = Bun.spawn([process.execPath, join(import.meta.dir, "archive-elsewhere.ts")], {
    stdout: "pipe",
  });
  started.defer(() => archive.kill());
  const { value } = await archive.stdout.getReader().read();
  const url = `http://127.0.0.1:${Number(new TextDecoder().decode(value))}`;
  const server = await startServer(join(folder, "till"));
  started.defer(() => server.service.kill());
  await fill(server, onProgress);
  const times = { alone: [] as number[], beside: [] as number[] };
  const sending: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const printedAlone = print(server, seconds / ROUNDS / 2);
    // Both are asked what is left to be sent: to answer that takes a till's time too.
    for await (const _ of backlogs(server, printedAlone));
    times.alone.push(p99(await printedAlone));
    await untilRested(server);
    const printed = print(server, seconds / ROUNDS / 2);
    const [samples, looks] = await Promise.all([printed, keepSending(server, url, printed)]);
    times.beside.push(p99(samples));
    sending.push(...looks);
    await ask(server, "DELETE");
    await untilRested(server);
  }
  return {
    alone: median(times.alone),
    beside: median(times.beside),
    sending: sending.reduce((sum, is) => sum + is, 0) / sending.length,
  };
}

function p99(samples: readonly number[]): number {
  return quantile(samples, 0.99);
}

/** Has all prints sent, again and again. @returns whether there was something to send, 0 or 1, at each look */
async function keepSending(server: Server, url: string, until: Promise<unknown>): Promise<number[]> {
  const looks: number[] = [];
  await ask(server, "PUT", { url, code: "CODE" });
  for await (const left of backlogs(server, until)) {
    looks.push(left > PRINTS_PER_SECOND ? 1 : 0);
    if (left >= FEW) continue;
    await ask(server, "DELETE");
    await ask(server, "PUT", { url, code: "CODE" });
  }
  return looks;
}

/** How many prints are left to be sent, at each look. */
async function* backlogs(server: Server, until: Promise<unknown>): AsyncGenerator<number> {
  const isOver = until.then(() => true);
  const wait = () => Promise.race([isOver, Bun.sleep(LOOK_MILLISECONDS).then(() => false)]);
  while (!(await wait())) yield (await ask(server, "GET")).archive?.backlog.prints ?? 0;
}

async function fill(server: Server, onProgress: (line: string) => void): Promise<void> {
  for (let stored = 0; stored < BEHIND;) {
    const order = orderOf(server, 5);
    stored += (await putLoad({ ...order, connections: 64, warmUpSeconds: 0 })).responses;
    onProgress(`${stored} prints stored`);
  }
  await untilRested(server);
}

async function print(server: Server, seconds: number): Promise<readonly number[]> {
  const order = { ...orderOf(server, seconds), requestsPerSecond: PRINTS_PER_SECOND };
  return (await putLoad(order)).latencyMilliseconds;
}

function orderOf({ port, token }: Server, seconds: number) {
  return {
    port,
    token,
    seconds,
    connections: CONNECTIONS,
    warmUpSeconds: 0.5,
    action: { createBytes: RECEIPT_BYTES },
    pauseMilliseconds: 0,
  };
}

/** Asks about the shop's archive, as a command on its machine does. */
async function ask({ service }: Server, method: string, body?: object): Promise<UpstreamAnswer> {
  const response = await fetch(`${service.workspaceAddress}/upstream`, {
    method,
    headers: { Authorization: `Bearer ${service.localToken}`, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as UpstreamAnswer;
}
