/*
 * A Worker that asks a service two things again and again, each over a connection of its own, and measures how long the
 * answers take: apart from whoever keeps the service busy, whose own pauses would count too.
 */

import { PrinterHost } from "./printer-host.ts";

export interface ProbeTarget {
  readonly address: string;
  readonly rawPort: number;
}

/** Milliseconds until an answer. */
export interface ProbeTimes {
  /** Of `GET /healthz`. */
  readonly health: readonly number[];
  /** Of `DLE EOT 1`. */
  readonly status: readonly number[];
  /** Questions that were not answered, in words. */
  readonly failures: readonly string[];
}

const PAUSE_MILLISECONDS = 20;

declare const self: Worker;

let times = { health: [] as number[], status: [] as number[] };
let failures: string[] = [];

async function probe({ address, rawPort }: ProbeTarget): Promise<never> {
  const host = await connected(rawPort);
  const questions = {
    health: async () => void (await (await fetch(`${address}/healthz`)).text()),
    status: async () => {
      await host.send(Uint8Array.of(0x10, 0x04, 0x01));
      await host.read(1);
    },
  };
  for (;;) {
    for (const [name, ask] of Object.entries(questions) as [keyof typeof questions, () => Promise<void>][]) {
      const started = performance.now();
      try {
        await ask();
      } catch (error) {
        failures.push(String(error));
      }
      times[name].push(performance.now() - started);
      await Bun.sleep(PAUSE_MILLISECONDS);
    }
  }
}

/** Connects as soon as somebody listens: the ports of printers open a moment after the service's own. */
async function connected(port: number): Promise<PrinterHost> {
  for (;;) {
    try {
      return await PrinterHost.connect(port);
    } catch {
      await Bun.sleep(PAUSE_MILLISECONDS);
    }
  }
}

self.onmessage = ({ data }: MessageEvent<ProbeTarget | "tell">) => {
  if (data !== "tell") return void probe(data);
  self.postMessage({ ...times, failures } satisfies ProbeTimes);
  times = { health: [], status: [] };
  failures = [];
};
