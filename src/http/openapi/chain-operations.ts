import {
  ChainCount,
  ChainExport,
  ChainFacetCounts,
  ChainFacets,
  ChainPage,
  ChainSearch,
  ChainTotal,
} from "../../contract/chain-search.ts";
import { EXPORTED } from "./print-operations.ts";
import { gives, operation, type Operations } from "./operation.ts";

const AMONG =
  "In all workspaces that you may see, those of a group, or those that are named; one that there is not, or that you may not " +
  "see, is answered 404.";

const ERRORS = ["NOT_FOUND"] as const;

export const chainOperations = {
  searchChain: operation("token", "Search the prints of several workspaces", {
    description: AMONG,
    body: ChainSearch,
    answers: { 200: gives(ChainPage, "A page of prints, each with its workspace.") },
    errors: ERRORS,
  }),
  countChain: operation("token", "Count the prints of several workspaces by what they have", {
    description: `Takes the body of such a search; its paging is checked and then ignored. ${AMONG}`,
    body: ChainFacets,
    answers: { 200: gives(ChainFacetCounts, "The counts.") },
    errors: ERRORS,
  }),
  totalChain: operation("token", "How many prints of several workspaces match", {
    description: `For a page that was asked for without its total. ${AMONG}`,
    body: ChainCount,
    answers: { 200: gives(ChainTotal, "The total.") },
    errors: ERRORS,
  }),
  exportChain: operation("token", "Export prints of several workspaces as a file", {
    description:
      "All that a search finds, streamed as the export of a workspace; each print says whose it is, and in a ZIP archive each " +
      `workspace has a folder. There are no proofs: each shop proves its own prints. ${AMONG}`,
    body: ChainExport,
    answers: { 200: EXPORTED },
    errors: ERRORS,
  }),
} satisfies Operations;
