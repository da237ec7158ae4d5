import type { TargetOf } from "../domain/target.ts";
import type { TargetKind } from "../domain/target-kinds.ts";
import { EposLink } from "./epos/epos-link.ts";
import type { Link, LinkOptions } from "./link.ts";
import { RawLink } from "./raw/raw-link.ts";

type Make<Kind extends TargetKind> = (target: TargetOf<Kind>, options: LinkOptions) => Link;

/** How the way to each kind of target is made. */
const LINKS: { readonly [Kind in TargetKind]: Make<Kind> } = {
  tcp: (target, options) => new RawLink(target, options),
  epos: (target, options) => new EposLink(target, options),
};

/** Makes the way to a real printer. */
export function makeLink<Kind extends TargetKind>(target: TargetOf<Kind>, options: LinkOptions): Link {
  const make: Make<Kind> = LINKS[target.kind];
  return make(target, options);
}
