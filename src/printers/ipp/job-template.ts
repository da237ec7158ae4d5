import type { IppAttribute, IppGroup, IppValue } from "./codec/message.ts";
import * as is from "./codec/values.ts";

const { attribute } = is;

/** 8 dots a millimetre. */
const DOTS_PER_INCH = 203;
/** From so many columns of font A on, a receipt needs the wide roll. */
const WIDE_ROLL_COLUMNS = 37;
/** How long a receipt may be, millimetres: a roll has no pages, but a size must have two sides. */
const LONGEST_MILLIMETRES = 3000;

/**
 * The job template attributes (RFC 8011, section 5.2) that a job may ask for, but for its media. The bytes of a receipt say
 * everything themselves, so each has only one value; more copies than one are the host's to send.
 */
const VALUES: Readonly<Record<string, IppValue>> = {
  copies: is.integer(1),
  finishings: is.enumeration(3),
  "orientation-requested": is.enumeration(3),
  "output-bin": is.keyword("face-up"),
  "print-quality": is.enumeration(4),
  "printer-resolution": is.resolution(DOTS_PER_INCH, DOTS_PER_INCH),
  sides: is.keyword("one-sided"),
};

/** The names of all that a job may ask for. */
export const TEMPLATE_NAMES: readonly string[] = [...Object.keys(VALUES), "media"];

/** Whether a value changes nothing about a receipt. */
function isAccepted(name: string, value: IppValue): boolean {
  if (name === "media") return value.kind === "text" && /^roll_receipt_\d+x\d+mm$/.test(value.value);
  const wanted = VALUES[name];
  // Dots are square, whatever is said of the feed.
  const given = value.kind === "resolution" ? { ...value, feed: value.across } : value;
  return wanted !== undefined && Bun.deepEquals({ ...given, tag: wanted.tag }, wanted);
}

/** What a job asked for that is not done: attributes with their values, or `unsupported` where none of them is. */
export function unsupportedOf(job: IppGroup | undefined): IppAttribute[] {
  return (job?.attributes ?? []).flatMap(({ name, values }) => {
    if (!TEMPLATE_NAMES.includes(name)) return [attribute(name, is.unsupported)];
    const refused = values.filter((value) => !isAccepted(name, value));
    return refused.length === 0 ? [] : [attribute(name, ...refused)];
  });
}

/** The `-default`, `-supported` and `-ready` attributes of a printer with so many columns. */
export function templateDefaults(columns: number): IppAttribute[] {
  const width = columns >= WIDE_ROLL_COLUMNS ? 80 : 58;
  const media = is.keyword(`roll_receipt_${width}x${LONGEST_MILLIMETRES}mm`);
  // In hundredths of a millimetre (PWG 5100.3).
  const size = is.collection(
    attribute("x-dimension", is.integer(width * 100)),
    attribute("y-dimension", is.integer(LONGEST_MILLIMETRES * 100)),
  );
  const mediaCollection = is.collection(attribute("media-size", size));
  return [
    ...Object.entries(VALUES).flatMap(([name, value]) => [
      attribute(`${name}-default`, value),
      attribute(`${name}-supported`, name === "copies" ? is.range(1, 1) : value),
    ]),
    attribute("media-col-default", mediaCollection),
    attribute("media-col-ready", mediaCollection),
    attribute("media-col-supported", is.keyword("media-size")),
    attribute("media-default", media),
    attribute("media-ready", media),
    attribute("media-size-supported", size),
    attribute("media-supported", media),
  ];
}
