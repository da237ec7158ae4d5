import type { UpstreamChange } from "../storage/upstream-store.ts";
import type { Sent } from "../platform/worker-channel.ts";
import type { PulledPrint } from "../storage/pulled-print.ts";

/** How sending to an archive gets on. Times are epoch milliseconds. */
export interface ShippingState {
  readonly workspaceId: number;
  /** Why nothing can be sent now, a sentence; `null` while all is well. */
  readonly trouble: string | null;
  /** Whether that is because the archive refuses the key. */
  readonly isRefused: boolean;
  /** When the archive last answered, in this run; `null` before. */
  readonly contactedAt: number | null;
  /** When somebody else last sent with the key of this shop; `null` for never. */
  readonly clonedAt: number | null;
}

/** What the Worker is asked. */
export type ShippingQuestion =
  /** To begin with all workspaces that have an archive, those that have joined or left since too. */
  | { readonly ask: "begin"; readonly databasePath: string; readonly run: string; readonly version: string }
  /** To get the prints back that a workspace has lost; the answer is how many came. */
  | { readonly ask: "pull"; readonly workspaceId: number };

/** There are new prints. */
export type ToShipping = Sent<ShippingQuestion, number, "wake">;

/** What the Worker asks: the writer, and what only the other thread knows. */
export type ShippingWish =
  | { readonly ask: "write"; readonly change: UpstreamChange }
  | { readonly ask: "erase"; readonly workspaceId: number; readonly printId: number; readonly reason: string }
  | { readonly ask: "troubles"; readonly workspaceId: number }
  /** Stores prints that were lost; the answer is how many of them. */
  | { readonly ask: "takeBack"; readonly workspaceId: number; readonly prints: readonly PulledPrint[] };

export type ShippingWishAnswer = null | boolean | number | readonly string[];

export type FromShipping = Sent<ShippingWish, ShippingWishAnswer, ShippingState>;
