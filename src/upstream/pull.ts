import type { Upstream, UpstreamReader } from "../storage/upstream-store.ts";
import type { ArchiveClient } from "./archive-client.ts";
import { fingerprintOf, LAST_FINGERPRINT } from "./print-identity.ts";
import type { Pull } from "./protocol.ts";
import type { PulledPrint } from "./pulled-print.ts";

/**
 * Gets the prints back that an archive has after the last one of a workspace. Those of ordinals that the workspace has are not
 * touched: other prints may have been stored at them since.
 * @param takeBack stores prints, in the order of their ordinals; returns how many of them fitted
 * @returns how many came
 * @throws ArchiveError
 */
export async function pullLost(
  client: ArchiveClient,
  upstream: Upstream,
  reader: UpstreamReader,
  takeBack: (prints: readonly PulledPrint[]) => Promise<number>,
): Promise<number> {
  const { workspaceId, apiKey } = upstream;
  const end = reader.endOf(workspaceId);
  let after: Pull["after"] = end === 0 ? null : { ordinal: end - 1, fingerprint: LAST_FINGERPRINT };
  for (let count = 0; ;) {
    const { batch, contents } = await client.pull(apiKey ?? "", { after });
    const prints = batch.prints.map((print, index): PulledPrint => {
      const { sha256, byteLength, encoding } = print;
      const content = new Uint8Array(contents[index] ?? []);
      return { print, content: { sha256: Uint8Array.fromHex(sha256), byteLength, encoding, content } };
    });
    const fitted = prints.length === 0 ? 0 : await takeBack(prints);
    count += fitted;
    const last = prints.at(-1)?.print;
    if (!batch.more || last === undefined || fitted === 0) return count;
    after = {
      ordinal: last.ordinal,
      fingerprint: fingerprintOf(
        last.identifiedAt ?? last.createdAt,
        Uint8Array.fromHex(last.sha256),
      ).toHex(),
    };
  }
}
