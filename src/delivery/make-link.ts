import type { TargetOf } from "../domain/target.ts";
import type { TargetKind } from "../domain/target-kinds.ts";
import { EposLink } from "./epos/epos-link.ts";
import type { Link, LinkOptions } from "./link.ts";
import { PolledLink } from "./polled/polled-link.ts";
import type { PolledPrinter } from "./polled/polled-printer.ts";
import { RawLink } from "./raw/raw-link.ts";

/** What some ways need beside what all do. */
export interface MakeLinkOptions extends LinkOptions {
  /** The printer as it comes to us, where it does. */
  polled(): PolledPrinter;
  /** The printer has come to us. @returns whether a job waits for it */
  onArrival(): boolean;
}

type Make<Kind extends TargetKind> = (target: TargetOf<Kind>, options: MakeLinkOptions) => Link;

const makePolledLink = (_target: object, options: MakeLinkOptions): Link =>
  new PolledLink(options.polled(), options);

/** How the way to each kind of target is made. */
const LINKS: { readonly [Kind in TargetKind]: Make<Kind> } = {
  tcp: (target, options) => new RawLink(target, options),
  epos: (target, options) => new EposLink(target, options),
  cloudprnt: makePolledLink,
  sdp: makePolledLink,
};

/** Makes the way to a real printer. */
export function makeLink<Kind extends TargetKind>(target: TargetOf<Kind>, options: MakeLinkOptions): Link {
  const make: Make<Kind> = LINKS[target.kind];
  return make(target, options);
}
