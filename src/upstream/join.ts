import type { AuditNote } from "../audit/audit-entry.ts";
import { type ArchivePlace, isReadable } from "../contract/joined-archive.ts";
import { TillrollError } from "../domain/errors.ts";
import type { UpstreamReader } from "../storage/upstream-store.ts";
import type { Writer } from "../storage/writer.ts";
import { ArchiveClient } from "./archive-client.ts";
import { ArchiveError } from "./archive-error.ts";
import { pinnedCertificates } from "./pinned-certificates.ts";
import type { Join, JoinAnswer } from "../contract/upstream-messages.ts";

/** Which archive a workspace is to join, and how. */
export interface JoinWish extends ArchivePlace {
  readonly workspaceId: number;
  readonly code: string;
  readonly bytesPerSecond: number | null;
  /** Whether what is sent may be read on the way. */
  readonly insecure: boolean;
  readonly audit: AuditNote;
}

/**
 * Joins an archive: the shop says a code and who it is, and is given its key. Who it is is durable before it asks, so that the
 * same code is good again where the answer was lost.
 * @throws TillrollError BAD_REQUEST, CONFLICT where the workspace has joined another one, STORAGE_UNAVAILABLE
 */
export async function joinArchive(
  wish: JoinWish,
  reader: UpstreamReader,
  writer: Pick<Writer, "submit">,
): Promise<void> {
  const { workspaceId, url, pin, code, bytesPerSecond, audit } = wish;
  if (isReadable(wish) && !wish.insecure)
    throw new TillrollError(
      "BAD_REQUEST",
      "Whoever is on the way to an address with http:// reads all prints and the key: use https://, or say that it will do (--insecure).",
    );
  const certificates = pin === null ? null : await pinnedCertificates(url, pin);
  const place = { url, pin, certificates, bytesPerSecond };
  const instance = reader.find(workspaceId)?.instance ?? crypto.randomUUID();
  await writer.submit({ kind: "upstream", change: { do: "begin", workspaceId, instance, ...place } });
  const client = new ArchiveClient(place, new AbortController().signal);
  try {
    const { key, workspace } = await client.ask<JoinAnswer>("join", null, { code, instance } satisfies Join);
    const change = { do: "joined", workspaceId, key, remote: workspace, ...place } as const;
    await writer.submit({ kind: "upstream", change, audit });
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    const isRefused = error.fault !== "unreachable" && error.fault !== "busy";
    throw new TillrollError(isRefused ? "BAD_REQUEST" : "STORAGE_UNAVAILABLE", error.message);
  }
}
