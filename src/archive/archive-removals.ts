import type { Erased, ErasureRequest, Removals } from "../removal/removals.ts";
import type { Writing } from "../storage/ports/writing.ts";
import type { RemovedPiece } from "../storage/print-remover.ts";

/** Where an erased print of an archive may still be. */
const ELSEWHERE: readonly string[] = [
  "Backups of the PostgreSQL server, its log and its standbys have what they had; they lose it as they expire.",
];

/** Erases prints of an archive: there are no deliveries, no holds and no files of ours. */
export class ArchiveRemovals implements Pick<Removals, "erase" | "elsewhere"> {
  constructor(private readonly writer: Pick<Writing, "submit">) {}

  async erase({ workspaceId, printId, userId, reason, client, audit }: ErasureRequest): Promise<Erased> {
    const { json } = await this.writer.submit(
      {
        kind: "remove",
        how: "erased",
        workspaceId,
        printIds: [printId],
        removalId: null,
        userId,
        reason,
        audit,
        isLast: true,
      },
      client,
    );
    const { bytes, cancelledDeliveries } = JSON.parse(json) as RemovedPiece;
    // The server gives the space of the row back when it next vacuums the table.
    return { bytes, cancelledDeliveries, isCleared: false };
  }

  elsewhere(): string[] {
    return [...ELSEWHERE];
  }
}
