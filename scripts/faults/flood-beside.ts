import { newMarker } from "./flood-jobs.ts";
import { PrinterHost } from "./printer-host.ts";

/* A Worker that prints small receipts, as a shop does, and measures how soon they are acknowledged. */

declare const self: Worker;

export interface BesideTarget {
  readonly rawPort: number;
  readonly workspaceAddress: string;
  readonly token: string;
}

export interface BesideTimes {
  /** From the first byte to the acknowledgement, milliseconds. */
  readonly raw: readonly number[];
  readonly http: readonly number[];
  /** The markers of what was acknowledged. */
  readonly acknowledged: readonly string[];
  readonly failures: readonly string[];
}

const PAUSE_MILLISECONDS = 10;
/** After this long something is not late, but not answered. */
const PATIENCE_MILLISECONDS = 10_000;
const RECEIPT_BYTES = 600;

let raw: number[] = [];
let http: number[] = [];
let acknowledged: string[] = [];
let failures: string[] = [];

async function measure(times: () => number[], print: (receipt: Uint8Array<ArrayBuffer>) => Promise<void>) {
  for (;;) {
    const marker = newMarker();
    const receipt = Buffer.from(`\x1b@${marker}\n${"receipt ".repeat(RECEIPT_BYTES / 8)}\n\x1dV\x00`);
    const started = performance.now();
    try {
      await Promise.race([
        print(receipt),
        Bun.sleep(PATIENCE_MILLISECONDS).then(() => {
          throw new Error(`not answered in ${PATIENCE_MILLISECONDS} ms`);
        }),
      ]);
      acknowledged.push(marker);
    } catch (error) {
      failures.push(String(error));
    }
    times().push(performance.now() - started);
    await Bun.sleep(PAUSE_MILLISECONDS);
  }
}

function begin({ rawPort, workspaceAddress, token }: BesideTarget): void {
  void measure(
    () => raw,
    async (receipt) => {
      const host = await PrinterHost.connect(rawPort);
      await host.send(receipt);
      host.finish();
      if ((await host.ending) !== "closed") throw new Error("a raw job was broken off");
    },
  );
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/octet-stream" };
  void measure(
    () => http,
    async (body) => {
      const response = await fetch(`${workspaceAddress}/prints`, { method: "POST", headers, body });
      await response.arrayBuffer();
      if (response.status !== 201) throw new Error(`a create was answered ${response.status}`);
    },
  );
}

self.onmessage = ({ data }: MessageEvent<BesideTarget | "tell">) => {
  if (data !== "tell") return begin(data);
  self.postMessage({ raw, http, acknowledged, failures } satisfies BesideTimes);
  [raw, http, acknowledged, failures] = [[], [], [], []];
};
