import { standBack } from "../../src/platform/background-thread.ts";
import {
  type Parts,
  eposRequest,
  ippRequest,
  jsonRequest,
  newMarker,
  previewRequest,
  rawJob,
} from "./flood-jobs.ts";
import type { PrinterPlace } from "./printer-client.ts";
import { PrinterHost } from "./printer-host.ts";

/* A Worker that floods a service in one way, from several addresses at once, until it is told to stop. */

declare const self: Worker;

/** Ways to flood. */
export const FLOODS = ["raw", "connections", "epos", "ipp", "json", "preview"] as const;

export type Flood = (typeof FLOODS)[number];

export interface FloodTarget {
  readonly flood: Flood;
  readonly place: PrinterPlace;
  readonly httpPort: number;
  readonly workspacePath: string;
  readonly token: string;
  /** Of a large print. */
  readonly printId: number;
}

export interface FloodResult {
  /** The markers of jobs that were acknowledged. */
  readonly acknowledged: readonly string[];
  /** Jobs that were refused or broken off, to be sent again later. */
  readonly refused: number;
}

const ADDRESSES = 6;
const CONNECTIONS_OF_ADDRESS = { raw: 8, connections: 1, epos: 1, ipp: 2, json: 1, preview: 2 } as const;
/** What one host opens that locks a port. */
const IDLE_CONNECTIONS = 200;
const DRIP_MILLISECONDS = 50;
/** How long a refused client waits, which is far less than it was told, milliseconds. */
const RETRY_MILLISECONDS = 50;

// A flood comes from other machines: on this one it is not to take the time of those that are measured.
standBack();

const acknowledged: string[] = [];
let refused = 0;
/** What the one who asked has said since. */
const asked = { stop: false };

/** Different from those beside the flood. */
const addressOf = (client: number) => `127.0.0.${2 + client}`;

async function flood(target: FloodTarget): Promise<void> {
  const clients = Array.from({ length: ADDRESSES }, (_, client) => client);
  await Promise.all(
    clients.flatMap((client) =>
      Array.from({ length: CONNECTIONS_OF_ADDRESS[target.flood] }, () => run(target, client)),
    ),
  );
}

async function run(target: FloodTarget, client: number): Promise<void> {
  if (target.flood === "connections") return await holdConnections(target.place, addressOf(client));
  for (let number = client; !asked.stop; number++) {
    const marker = newMarker();
    const isDone = await send(target, number, marker, addressOf(client)).catch(() => false);
    if (isDone) acknowledged.push(marker);
    else {
      refused++;
      await Bun.sleep(RETRY_MILLISECONDS);
    }
  }
}

/** @returns whether it was acknowledged */
async function send(target: FloodTarget, number: number, marker: string, from: string): Promise<boolean> {
  const { flood: kind, place, httpPort, workspacePath, token, printId } = target;
  switch (kind) {
    case "raw": {
      const host = await connect(place.rawPort, from);
      await sendAll(host, rawJob(number, marker));
      host.finish();
      return (await host.ending) === "closed";
    }
    case "epos":
      return (await ask(place.eposPort, from, eposRequest(number, marker))).includes('success="true"');
    case "ipp": {
      const answer = await ask(httpPort, from, ippRequest(place, number, marker));
      // The status of IPP is in the second word of its answer; below 0x0100 it is a success.
      const body = answer.indexOf("\r\n\r\n") + 4;
      return answer.startsWith("HTTP/1.1 200") && answer.charCodeAt(body + 2) === 0;
    }
    case "json":
      return (await ask(httpPort, from, jsonRequest(workspacePath, token, marker))).startsWith(
        "HTTP/1.1 201",
      );
    case "preview": {
      const format = ["json", "commands", "explain", "svg", "html", "png", "pdf", "text"][number % 8];
      const path = `${workspacePath}/prints/${printId}/preview?format=${format}&width=${24 + (number % 50)}`;
      await ask(httpPort, from, previewRequest(path, token));
      return false;
    }
    case "connections":
      return false;
  }
}

const hosts = new Set<PrinterHost>();

async function connect(port: number, from: string): Promise<PrinterHost> {
  const host = await PrinterHost.connect(port, from);
  hosts.add(host);
  void host.ending.then(() => hosts.delete(host));
  return host;
}

async function sendAll(host: PrinterHost, parts: Parts): Promise<void> {
  for (const part of parts) await host.send(part);
}

async function ask(port: number, from: string, request: Parts): Promise<string> {
  const host = await connect(port, from);
  // A refusal comes before all is sent.
  await sendAll(host, request).catch(() => {});
  await host.ending;
  return Buffer.from(host.unread).toString("latin1");
}

/** Half of them silent, half with a byte now and then; those that are closed come back. */
async function holdConnections({ rawPort, lpdPort }: PrinterPlace, from: string): Promise<void> {
  const held: (PrinterHost | null)[] = Array.from({ length: IDLE_CONNECTIONS }, () => null);
  while (!asked.stop) {
    for (const [index, host] of held.entries()) {
      if (host?.isConnected === true) {
        if (index % 2 === 0) await host.send(Buffer.from("a")).catch(() => {});
      } else held[index] = await connect(index % 4 < 3 ? rawPort : lpdPort, from).catch(() => null);
    }
    await Bun.sleep(DRIP_MILLISECONDS);
  }
}

self.onmessage = ({ data }: MessageEvent<FloodTarget | "stop">) => {
  if (data !== "stop") {
    void flood(data).then(() => self.postMessage({ acknowledged, refused } satisfies FloodResult));
    return;
  }
  asked.stop = true;
  for (const host of hosts) host.break();
};
