import type { Look, Step } from "./expired-prints.ts";
import { merged } from "./merged.ts";
import type { WorkspacePolicy } from "./policy.ts";
import type { Candidate } from "./print-scan.ts";

/** A deleted print of a workspace. */
interface Deleted {
  readonly policy: WorkspacePolicy;
  readonly candidate: Candidate;
}

/** Deleted prints of a workspace, some at a time. */
export interface DeletedPiece {
  readonly policy: WorkspacePolicy;
  readonly candidates: readonly Candidate[];
}

/** The deleted prints of all workspaces, those deleted first first. @param before only those deleted before then, epoch milliseconds */
export function* deletedPrints(
  look: Look,
  policies: readonly WorkspacePolicy[],
  before: number,
): Step<DeletedPiece> {
  const sources = policies.map((policy) => deletedOf(look, policy, before));
  let [piece, ofPolicy]: [Candidate[], WorkspacePolicy | undefined] = [[], undefined];
  for (const next of merged(sources, compare)) {
    // In their order, also where they are of several workspaces by turns.
    if (
      next !== null &&
      ofPolicy !== undefined &&
      (next.policy !== ofPolicy || piece.length >= PIECE_PRINTS)
    ) {
      yield { policy: ofPolicy, candidates: piece };
      piece = [];
    }
    if (next === null) yield null;
    else {
      piece.push(next.candidate);
      ofPolicy = next.policy;
    }
  }
  if (ofPolicy !== undefined) yield { policy: ofPolicy, candidates: piece };
}

/** Prints that are given together: one event tells of all that is purged of a piece. */
const PIECE_PRINTS = 2000;

function compare(one: Deleted, other: Deleted): number {
  const difference = (one.candidate.print.deletedAt ?? 0) - (other.candidate.print.deletedAt ?? 0);
  return difference === 0 ? one.candidate.print.id - other.candidate.print.id : difference;
}

function* deletedOf(
  { scan }: Look,
  policy: WorkspacePolicy,
  before: number,
): Generator<readonly Deleted[], void> {
  let after = { deletedAt: Number.MIN_SAFE_INTEGER, id: 0 };
  for (;;) {
    const found = scan.deleted(policy.workspaceId, policy.holds, before, after);
    const last = found.at(-1)?.print;
    if (last === undefined) return;
    yield found.map((candidate) => ({ policy, candidate }));
    after = { deletedAt: last.deletedAt ?? 0, id: last.id };
  }
}
