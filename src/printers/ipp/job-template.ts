import type { IppAttribute, IppGroup, IppValue } from "./codec/message.ts";
import * as is from "./codec/values.ts";

const { attribute } = is;

/** A job template attribute (RFC 8011, section 5.2) and the values that change nothing about a receipt. */
interface TemplateAttribute {
  readonly name: string;
  accepts(value: IppValue): boolean;
}

const isNumber = (wanted: number) => (value: IppValue) => value.kind === "number" && value.value === wanted;
const isText = (wanted: string) => (value: IppValue) => value.kind === "text" && value.value === wanted;

/**
 * What a job may ask for. The bytes of a receipt say everything themselves, so each attribute has only one value;
 * more copies than one are the host's to send.
 */
export const TEMPLATE: readonly TemplateAttribute[] = [
  { name: "copies", accepts: isNumber(1) },
  { name: "finishings", accepts: isNumber(3) },
  {
    name: "media",
    accepts: (value) => value.kind === "text" && /^roll_receipt_\d+x\d+mm$/.test(value.value),
  },
  { name: "orientation-requested", accepts: isNumber(3) },
  { name: "output-bin", accepts: isText("face-up") },
  { name: "print-quality", accepts: isNumber(4) },
  {
    name: "printer-resolution",
    accepts: (value) => value.kind === "resolution" && value.across === DOTS_PER_INCH && value.units === 3,
  },
  { name: "sides", accepts: isText("one-sided") },
];

/** 8 dots a millimetre. */
const DOTS_PER_INCH = 203;
/** From so many columns of font A on, a receipt needs the wide roll. */
const WIDE_ROLL_COLUMNS = 37;
/** How long a receipt may be, millimetres: a roll has no pages, but a size must have two sides. */
const LONGEST_MILLIMETRES = 3000;

/** What a job asked for that is not done: attributes with their values, or `unsupported` where none of them is. */
export function unsupportedOf(job: IppGroup | undefined): IppAttribute[] {
  return (job?.attributes ?? []).flatMap(({ name, values }) => {
    const known = TEMPLATE.find((template) => template.name === name);
    if (known === undefined) return [attribute(name, is.unsupported)];
    const refused = values.filter((value) => !known.accepts(value));
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
  const dots = is.resolution(DOTS_PER_INCH, DOTS_PER_INCH);
  return [
    attribute("copies-default", is.integer(1)),
    attribute("copies-supported", is.range(1, 1)),
    attribute("finishings-default", is.enumeration(3)),
    attribute("finishings-supported", is.enumeration(3)),
    attribute("media-col-default", mediaCollection),
    attribute("media-col-ready", mediaCollection),
    attribute("media-col-supported", is.keyword("media-size")),
    attribute("media-default", media),
    attribute("media-ready", media),
    attribute("media-size-supported", size),
    attribute("media-supported", media),
    attribute("orientation-requested-default", is.enumeration(3)),
    attribute("orientation-requested-supported", is.enumeration(3)),
    attribute("output-bin-default", is.keyword("face-up")),
    attribute("output-bin-supported", is.keyword("face-up")),
    attribute("print-quality-default", is.enumeration(4)),
    attribute("print-quality-supported", is.enumeration(4)),
    attribute("printer-resolution-default", dots),
    attribute("printer-resolution-supported", dots),
    attribute("sides-default", is.keyword("one-sided")),
    attribute("sides-supported", is.keyword("one-sided")),
  ];
}
