/*
 * A process that puts load on a service and tells what it saw: one line of JSON in, one out. A process of its own,
 * so that it neither shares the service's thread nor is held up by it.
 */

import { LoadConnection } from "./load-connection.ts";
import { textReceipt } from "./sample-receipts.ts";

/** What to do. */
export interface LoadOrder {
  readonly port: number;
  readonly token: string;
  readonly connections: number;
  /** Requests are sent but not counted for this long first, seconds. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly action: LoadAction;
  /** Between a response and the next request of the same connection. */
  readonly pauseMilliseconds: number;
  /** Requests a second of all connections together, as steadily as they are answered; as many as can be if not given. */
  readonly requestsPerSecond?: number;
}

/** Create receipts of so many bytes, read the print at a path, or search at a path. */
export type LoadAction =
  | { readonly createBytes: number }
  | { readonly readPath: string }
  | { readonly searchPath: string; readonly bodies: readonly unknown[] };

/** What was seen. */
export interface LoadResult {
  readonly responses: number;
  readonly seconds: number;
  /** One sample a response. */
  readonly latencyMilliseconds: readonly number[];
  /** The processor time this process took over the time that passed: near 1, it is itself the bottleneck. */
  readonly generatorBusy: number;
  readonly faults: readonly string[];
}

/** Different receipts, so that the service does not meet the same bytes again and again. */
const DISTINCT_RECEIPTS = 256;

function requestsOf(order: LoadOrder): Uint8Array[] {
  const head = (line: string, more: string) =>
    `${line} HTTP/1.1\r\nHost: 127.0.0.1:${order.port}\r\nAuthorization: Bearer ${order.token}\r\n${more}\r\n`;
  const { action } = order;
  if ("readPath" in action) return [Buffer.from(head(`GET ${action.readPath}`, ""))];
  if ("searchPath" in action) {
    return action.bodies.map((body) => {
      const json = Buffer.from(JSON.stringify(body));
      const type = `Content-Type: application/json\r\nContent-Length: ${json.byteLength}\r\n`;
      return Buffer.concat([Buffer.from(head(`POST ${action.searchPath}`, type)), json]);
    });
  }
  const more = `Content-Type: application/octet-stream\r\nContent-Length: ${action.createBytes}\r\n`;
  return Array.from({ length: DISTINCT_RECEIPTS }, (_, number) => {
    const line = "POST /api/workspace/default/prints?label=Receipt&deviceId=till-1&tag=shop%3DMain";
    return Buffer.concat([Buffer.from(head(line, more)), textReceipt(number, action.createBytes)]);
  });
}

async function generate(order: LoadOrder): Promise<LoadResult> {
  const latencyMilliseconds: number[] = [];
  const faults: string[] = [];
  let isCounting = false;
  const observer = {
    onResponse: (milliseconds: number) => {
      if (isCounting) latencyMilliseconds.push(milliseconds);
    },
    onFault: (reason: string) => {
      if (faults.length < 5) faults.push(reason);
    },
  };
  const requests = requestsOf(order);
  const status = "createBytes" in order.action ? 201 : 200;
  const { requestsPerSecond, pauseMilliseconds } = order;
  const everyMilliseconds =
    requestsPerSecond === undefined ? 0 : (order.connections / requestsPerSecond) * 1000;
  const connections = await Promise.all(
    Array.from({ length: order.connections }, () =>
      LoadConnection.open(
        ...([order.port, requests, status, { pauseMilliseconds, everyMilliseconds }, observer] as const),
      ),
    ),
  );
  await Bun.sleep(order.warmUpSeconds * 1000);
  isCounting = true;
  const started = performance.now();
  const processor = process.cpuUsage();
  await Bun.sleep(order.seconds * 1000);
  isCounting = false;
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(processor);
  for (const connection of connections) connection.close();
  const generatorBusy = (user + system) / 1e6 / seconds;
  return { responses: latencyMilliseconds.length, seconds, latencyMilliseconds, generatorBusy, faults };
}

if (import.meta.main) {
  const order = (await Bun.stdin.json()) as LoadOrder;
  await Bun.write(Bun.stdout, JSON.stringify(await generate(order)));
  process.exit(0);
}
