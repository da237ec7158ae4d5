import type { ScrubAnswer } from "../contract/scrub.ts";
import { formatInstant } from "../domain/instant.ts";
import type { KnownFinding, ScrubProgress } from "../storage/scrub-store.ts";

interface Known {
  readonly progress: ScrubProgress;
  readonly findings: readonly KnownFinding[];
  /** Prints that there are. */
  readonly total: number;
  readonly nextAt: number | null;
}

/** How checking is, as it is told. */
export function scrubAnswer({ progress, findings, total, nextAt }: Known): ScrubAnswer {
  const { beganAt, place, prints, bytes, finishedAt, finishedPrints, finishedBytes } = progress;
  return {
    round:
      beganAt === null
        ? null
        : { beganAt: formatInstant(beganAt), part: place?.part ?? "prints", prints, total, bytes },
    last:
      finishedAt === null
        ? null
        : { finishedAt: formatInstant(finishedAt), prints: finishedPrints, bytes: finishedBytes },
    nextAt: nextAt === null ? null : formatInstant(nextAt),
    findings: findings.map(({ foundAt, seenAt, ...finding }) => ({
      ...finding,
      foundAt: formatInstant(foundAt),
      seenAt: formatInstant(seenAt),
    })),
  };
}
