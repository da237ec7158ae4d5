import type { IndexStep } from "../../storage/index-writer.ts";
import type { RebuildProgress } from "./indexer.ts";

/** Messages to the Worker that keeps the index up to date. */
export type ToIndexer =
  | { readonly kind: "open"; readonly databasePath: string }
  /** There may be something to do. `isBusy`: prints come so fast that text should wait. */
  | { readonly kind: "wake"; readonly isBusy: boolean }
  | { readonly kind: "damage"; readonly workspaceId: number; readonly segmentId: number }
  | { readonly kind: "rebuild"; readonly workspaceId: number }
  /** What became of a step: what it returned, or that the writer could not take it. */
  | { readonly kind: "ran"; readonly result: number | null };

/** Messages from it. */
export type FromIndexer =
  | { readonly kind: "step"; readonly step: IndexStep }
  | ({ readonly kind: "progress" } & RebuildProgress)
  /** Nothing is left to do of what the first `heard` messages were about, `open` and `ran` not counted. */
  | { readonly kind: "resting"; readonly heard: number }
  | { readonly kind: "failed"; readonly reason: string };
