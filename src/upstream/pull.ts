import { monotonicClock } from "../domain/clock.ts";
import type { Upstream, UpstreamReader } from "../storage/upstream-store.ts";
import type { ArchiveClient } from "./archive-client.ts";
import { ArchiveError } from "./archive-error.ts";
import { backOff, Pace } from "./pace.ts";
import { fingerprintOf, LAST_FINGERPRINT } from "../storage/print-identity.ts";
import type { Pull } from "../contract/upstream-messages.ts";
import type { PulledPrint } from "../storage/pulled-print.ts";
import { SHIPPING_TIMES, type ShippingTimes, UPSTREAM_LIMITS } from "../domain/upstream-limits.ts";

export interface PullParts {
  readonly client: Pick<ArchiveClient, "pull">;
  readonly upstream: Upstream;
  readonly reader: UpstreamReader;
  /** Stores prints, in the order of their ordinals; returns how many of them fitted. */
  takeBack(prints: readonly PulledPrint[]): Promise<number>;
  readonly times?: Pick<ShippingTimes, "backOffFirst" | "backOffLongest">;
}

/**
 * Gets the prints back that an archive has after the last one of a workspace, by no more bytes a second than are sent. Those of
 * ordinals that the workspace has are not touched: other prints may have been stored at them since. Ended anywhere, it goes on
 * from there when it is done again.
 * @returns how many came
 * @throws ArchiveError
 */
export async function pullLost({
  client,
  upstream,
  reader,
  takeBack,
  times = SHIPPING_TIMES,
}: PullParts): Promise<number> {
  const { workspaceId, apiKey, bytesPerSecond } = upstream;
  const pace = new Pace();
  const end = reader.endOf(workspaceId);
  let after: Pull["after"] = end === 0 ? null : { ordinal: end - 1, fingerprint: LAST_FINGERPRINT };
  for (let count = 0, failures = 0; ;) {
    let given;
    try {
      given = await client.pull(apiKey ?? "", { after });
      failures = 0;
    } catch (error) {
      // Who waits for the first ones is told at once.
      if (count === 0 || !isPassing(error) || ++failures > UPSTREAM_LIMITS.pullRetries) throw error;
      await Bun.sleep(backOff(failures, Math.random(), error.retryMilliseconds, times));
      continue;
    }
    const { batch, contents, bytes } = given;
    pace.note(bytes, bytesPerSecond, monotonicClock());
    const prints = batch.prints.map((print, index): PulledPrint => {
      const { sha256, byteLength, encoding } = print;
      const content = new Uint8Array(contents[index] ?? []);
      return { print, content: { sha256: Uint8Array.fromHex(sha256), byteLength, encoding, content } };
    });
    const fitted = prints.length === 0 ? 0 : await takeBack(prints);
    count += fitted;
    const last = prints.at(-1)?.print;
    if (!batch.more || last === undefined || fitted === 0) return count;
    const { ordinal, identifiedAt, createdAt, sha256 } = last;
    const fingerprint = fingerprintOf(identifiedAt ?? createdAt, Uint8Array.fromHex(sha256)).toHex();
    after = { ordinal, fingerprint };
    await Bun.sleep(pace.wait(monotonicClock()));
  }
}

/** Whether it is worth it to ask once more. */
function isPassing(error: unknown): error is ArchiveError {
  return error instanceof ArchiveError && (error.fault === "unreachable" || error.fault === "busy");
}
