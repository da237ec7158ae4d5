import {
  Consistency,
  ConsistencyParameters,
  Journal,
  PrintProof,
  ProofParameters,
  Seals,
  SealParameters,
} from "../../contract/journal.ts";
import * as t from "../../contract/schema.ts";
import { gives, operation, type Operations } from "./operation.ts";

export const journalOperations = {
  readJournal: operation("read", "Tell how the journal is", {
    description:
      "Each workspace has a journal of its own; the last verification is told as far as it is about this one.",
    answers: { 200: gives(Journal, "How it is.") },
  }),
  listSeals: operation("read", "List the seals of the journal", {
    query: SealParameters.properties,
    answers: { 200: gives(Seals, "The seals.") },
  }),
  sealJournal: operation("operate", "Seal the journal now", {
    description:
      "It is sealed by itself each night. Where nothing was entered since the last seal, none is made.",
    answers: { 200: gives(Journal, "How the journal is now.") },
  }),
  proveGrowth: operation("read", "Prove that the journal only grew between two seals", {
    query: ConsistencyParameters.properties,
    answers: { 200: gives(Consistency, "The proof.") },
  }),
  exportJournal: operation("read", "Export the journal", {
    description:
      "As JSON lines: the texts of all entries that are sealed, in their order, and each seal after those that it covers. " +
      "There are only hashes of prints in it; check_journal.py checks it.",
    answers: { 200: { description: "The journal.", content: { "application/jsonl": t.anyText() } } },
  }),
  verifyJournal: operation("admin", "Verify the journal", {
    description:
      "All prints of the workspace are compared with it, in the background; reading the journal tells how far it is.",
    answers: { 202: gives(Journal, "It has begun, or was under way already.") },
  }),
  readProof: operation("read", "Prove a print", {
    description:
      "409 while the newest seal does not cover what was done to it: seal the journal, or wait for the night. " +
      "Of a print that was removed for good it proves that, and when. An export as ZIP has the proofs of all its prints, with what checks them.",
    query: ProofParameters.properties,
    answers: { 200: gives(PrintProof, "The proof.") },
    errors: ["CONFLICT"],
  }),
} satisfies Operations;
