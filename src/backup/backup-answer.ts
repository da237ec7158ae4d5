import type { PlacedBackupsAnswer } from "../contract/backup.ts";
import { formatInstant } from "../domain/instant.ts";
import type { BackupCatalogue } from "./backup-catalogue.ts";

/** What there is in a place, as the API and the command line tell it. @param own the name of the service that asks */
export function placedAnswer(
  { snapshots, unreadable }: BackupCatalogue,
  own: string | null,
): PlacedBackupsAnswer {
  return {
    items: snapshots.map(({ name, manifest, takenAt, segments, bytes }) => ({
      name,
      takenAt: formatInstant(takenAt),
      until: formatInstant(Math.max(takenAt, segments.at(-1)?.second ?? 0)),
      verifiedAt: manifest.verifiedAt,
      prints: manifest.prints,
      segments: segments.length,
      bytes,
      tillroll: manifest.tillroll,
      own: manifest.service === own,
    })),
    unreadable: [...unreadable],
  };
}
