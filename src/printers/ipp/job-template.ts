import type { IppAttribute, IppGroup, IppValue } from "../../ipp/message.ts";
import * as is from "../../ipp/values.ts";
import { hasMedia, hasMediaCollection, mediaAttributes, type RollPrinter } from "./roll-media.ts";

const { attribute } = is;

/** `finishings` (PWG 5100.1): none, and cut behind the job, which every receipt is. */
const NO_FINISHING = 3;
const TRIM_AFTER_JOB = 63;

const PORTRAIT = 3;
const NORMAL_QUALITY = 4;

/**
 * The job template attributes (RFC 8011, section 5.2; PWG 5100.13) that a job may ask for, but for its media: the default,
 * and what comes to the same. The bytes of a receipt say everything themselves, and pages are fitted to the roll; more
 * copies than one are the host's to send.
 */
function valuesOf({ model }: RollPrinter): Readonly<Record<string, readonly [IppValue, ...IppValue[]]>> {
  return {
    copies: [is.integer(1)],
    finishings: [is.enumeration(TRIM_AFTER_JOB), is.enumeration(NO_FINISHING)],
    "orientation-requested": [is.enumeration(PORTRAIT)],
    "output-bin": [is.keyword("face-up")],
    "print-color-mode": [is.keyword("monochrome"), is.keyword("auto")],
    "print-content-optimize": [is.keyword("auto")],
    "print-quality": [is.enumeration(NORMAL_QUALITY)],
    "print-rendering-intent": [is.keyword("auto")],
    "print-scaling": [is.keyword("auto"), is.keyword("auto-fit"), is.keyword("fit")],
    "printer-resolution": [is.resolution(model.dotsPerInch, model.dotsPerInch)],
    sides: [is.keyword("one-sided")],
  };
}

/** The names of all that a job may ask for. */
export function templateNames(printer: RollPrinter): string[] {
  return [...Object.keys(valuesOf(printer)), "media", "media-col"];
}

/** What a job asked for that is not done: attributes with their values, or `unsupported` where none of them is. */
export function unsupportedOf(job: IppGroup | undefined, printer: RollPrinter): IppAttribute[] {
  const known = valuesOf(printer);
  return (job?.attributes ?? []).flatMap(({ name, values }) => {
    const accepts = acceptance(name, known[name], printer);
    if (accepts === undefined) return [attribute(name, is.unsupported)];
    const refused = values.filter((value) => !accepts(value));
    return refused.length === 0 ? [] : [attribute(name, ...refused)];
  });
}

/** Whether a value of an attribute changes nothing about a receipt; `undefined` for an attribute that is not known. */
function acceptance(name: string, known: readonly IppValue[] | undefined, printer: RollPrinter) {
  if (name === "media") return (value: IppValue) => hasMedia(printer, value);
  if (name === "media-col") return (value: IppValue) => hasMediaCollection(printer, value);
  if (known === undefined) return undefined;
  return (value: IppValue) => {
    // Dots are square, whatever is said of the feed.
    const given = value.kind === "resolution" ? { ...value, feed: value.across } : value;
    return known.some((wanted) => Bun.deepEquals({ ...given, tag: wanted.tag }, wanted));
  };
}

/** The `-default`, `-supported` and `-ready` attributes of a printer. */
export function templateDefaults(printer: RollPrinter): IppAttribute[] {
  return [
    ...Object.entries(valuesOf(printer)).flatMap(([name, values]) => [
      attribute(`${name}-default`, values[0]),
      attribute(`${name}-supported`, ...(name === "copies" ? [is.range(1, 1)] : values)),
    ]),
    ...mediaAttributes(printer),
  ];
}
