import type { TargetOf } from "../domain/target.ts";
import type { TargetKind } from "../domain/target-kinds.ts";
import { EposLink } from "./epos/epos-link.ts";
import type { Link, LinkOptions } from "./link.ts";
import { FileLink } from "./file/file-link.ts";
import { cupsAddress, type IppAddress } from "./ipp/ipp-client.ts";
import { IppSpool } from "./ipp/ipp-spool.ts";
import { LpdLink } from "./lpd/lpd-link.ts";
import { RawLink } from "./raw/raw-link.ts";
import { SpoolLink } from "./spool/spool-link.ts";
import { WindowsSpool } from "./windows/windows-spool.ts";

type Make<Kind extends TargetKind> = (target: TargetOf<Kind>, options: LinkOptions) => Link;

/** How the way to each kind of target is made. */
const LINKS: { readonly [Kind in TargetKind]: Make<Kind> } = {
  tcp: (target, options) => new RawLink(target, options),
  usb: (target, options) => new RawLink(target, options),
  serial: (target, options) => new RawLink(target, options),
  windows: ({ name }, options) => new SpoolLink(new WindowsSpool(name), options),
  cups: ({ queue }, options) => ippLink(() => cupsAddress(`/printers/${encodeURIComponent(queue)}`), options),
  ipp: ({ url, uri }, options) => ippLink(() => ({ url, uri, socket: null }), options),
  lpd: (target, options) => new LpdLink(target, options),
  file: (target) => new FileLink(target),
  epos: (target, options) => new EposLink(target, options),
};

/** Makes the way to a real printer. */
export function makeLink<Kind extends TargetKind>(target: TargetOf<Kind>, options: LinkOptions): Link {
  const make: Make<Kind> = LINKS[target.kind];
  return make(target, options);
}

function ippLink(address: () => IppAddress, options: LinkOptions): Link {
  return new SpoolLink(new IppSpool(address, options.times), options);
}
