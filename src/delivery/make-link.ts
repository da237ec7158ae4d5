import type { TargetOf } from "../domain/target.ts";
import type { TargetKind } from "../domain/target-kinds.ts";
import { EposLink } from "./epos/epos-link.ts";
import type { Link, LinkOptions } from "./link.ts";
import { FileLink } from "./file/file-link.ts";
import { cupsAddress, type IppAddress } from "./ipp/ipp-client.ts";
import { IppSpool } from "./ipp/ipp-spool.ts";
import { LpdLink } from "./lpd/lpd-link.ts";
import { PolledLink } from "./polled/polled-link.ts";
import type { PolledPrinter } from "./polled/polled-printer.ts";
import { RawLink } from "./raw/raw-link.ts";
import { SpoolLink } from "./spool/spool-link.ts";
import { WindowsSpool } from "./windows/windows-spool.ts";

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
  usb: (target, options) => new RawLink(target, options),
  serial: (target, options) => new RawLink(target, options),
  windows: ({ name }, options) => new SpoolLink(new WindowsSpool(name), options),
  cups: ({ queue }, options) => ippLink(() => cupsAddress(`/printers/${encodeURIComponent(queue)}`), options),
  ipp: ({ url, uri }, options) => ippLink(() => ({ url, uri, socket: null }), options),
  lpd: (target, options) => new LpdLink(target, options),
  file: (target) => new FileLink(target),
  epos: (target, options) => new EposLink(target, options),
  cloudprnt: makePolledLink,
  sdp: makePolledLink,
};

/** Makes the way to a real printer. */
export function makeLink<Kind extends TargetKind>(target: TargetOf<Kind>, options: MakeLinkOptions): Link {
  const make: Make<Kind> = LINKS[target.kind];
  return make(target, options);
}

function ippLink(address: () => IppAddress, options: LinkOptions): Link {
  return new SpoolLink(new IppSpool(address, options.times), options);
}
