import type { ShippingTimes } from "../../../src/domain/upstream-limits.ts";

/** How a host begins. */
export interface HostStart {
  /** Where its shops' folders are. */
  readonly folder: string;
  /** The folders of its shops, and of those that are copies of others and run beside them. */
  readonly shops: readonly string[];
  readonly seed: number;
  readonly times: ShippingTimes;
  readonly isBusy: boolean;
}

/** What a host is asked for. */
export type HostQuestion =
  | { readonly ask: "begin"; readonly start: HostStart }
  /** Joins the archive. The answer is the shop's key. */
  | { readonly ask: "join"; readonly shop: string; readonly url: string; readonly code: string }
  /** Whether its shops do anything but send. */
  | { readonly ask: "busy"; readonly isBusy: boolean }
  | { readonly ask: "copy"; readonly shop: string; readonly to: string }
  /** Puts a copy in the place of a shop's folder. */
  | { readonly ask: "putBack"; readonly shop: string; readonly copy: string }
  /** A copy runs beside the shop from now on. */
  | { readonly ask: "clone"; readonly shop: string; readonly as: string }
  /** Begins to send anew; only these. */
  | { readonly ask: "ship"; readonly shops: readonly string[] }
  /** What these have not sent, a sentence each. */
  | { readonly ask: "unsent"; readonly shops: readonly string[] };

/** What it is answered with; what a question does not name is not there. */
export interface HostAnswer {
  readonly key?: string;
  readonly unsent?: readonly string[];
}

/** To a host. */
export interface ToHost {
  readonly number: number;
  readonly question: HostQuestion;
}

/** From a host: an answer, or what is not to be, of a shop. */
export type FromHost =
  | { readonly ready: true }
  | { readonly number: number; readonly answer: HostAnswer }
  | { readonly number: number; readonly error: string }
  | { readonly shop: string; readonly told: "refused" | "cloned" };
