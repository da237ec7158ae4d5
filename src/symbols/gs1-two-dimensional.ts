import { encode, type EncoderOptions } from "./encoder.ts";
import { bracketed, readGs1 } from "./gs1.ts";
import { modulesRaster } from "./modules.ts";
import { checkDigit, upcE, withCheckDigit } from "./retail.ts";
import { byteString, type Drawing } from "./symbol.ts";

/** Settings of GS1 DataBar and composite symbols (GS ( k 51 and 52). */
export interface Gs1Settings {
  /** Dots. */
  readonly moduleSize: number;
  /** Dots that a GS1 DataBar Expanded Stacked may be wide. */
  readonly maximumWidth: number;
}

/** A linear symbol that may be stacked, and may carry a two-dimensional part. */
interface Form {
  readonly name: string;
  readonly symbology: string;
  /** Modules of the height of its rows, without separators above (GS1 General Specifications). */
  readonly rows: readonly number[];
  /** Its data for the encoder, or undefined if it cannot be. */
  readonly data: (source: string) => string | undefined;
  /** Rows of the separator below a two-dimensional part, and modules of each. */
  readonly separator: readonly number[];
}

const EAN_ROWS = [72];
const EAN_SEPARATOR = [2, 2, 2];

/** In the order of their numbers in composite symbols, where UPC-E has two. */
const FORMS = {
  ean8: form("EAN8", "ean8", EAN_ROWS, retail(8), EAN_SEPARATOR),
  ean13: form("EAN13", "ean13", EAN_ROWS, retail(13), EAN_SEPARATOR),
  upcA: form("UPC-A", "upca", EAN_ROWS, retail(12), EAN_SEPARATOR),
  upcE: form("UPC-E", "upce", EAN_ROWS, upcEData, EAN_SEPARATOR),
  omni: form("GS1 DataBar Omnidirectional", "databaromni", [33], item),
  truncated: form("GS1 DataBar Truncated", "databartruncated", [13], item),
  stacked: form("GS1 DataBar Stacked", "databarstacked", [5, 1, 7], item),
  stackedOmni: form("GS1 DataBar Stacked Omnidirectional", "databarstackedomni", [33, 1, 1, 1, 33], item),
  limited: form("GS1 DataBar Limited", "databarlimited", [10], item),
  expanded: form("GS1 DataBar Expanded", "databarexpanded", [34], elements),
  expandedStacked: form("GS1 DataBar Expanded Stacked", "databarexpandedstacked", [], elements),
  gs1128: form("GS1-128", "gs1-128", [36], elements),
} satisfies Readonly<Record<string, Form>>;

/** The symbols of GS ( k 51 function 80 by its n. */
const STACKED_FORMS: ReadonlyMap<number, Form> = new Map([
  [72, FORMS.stacked],
  [73, FORMS.stackedOmni],
  [76, FORMS.expandedStacked],
]);

/** The linear parts of GS ( k 52 function 80 by its b. Source: Epson ESC/POS reference, function 480. */
const COMPOSITE_FORMS: readonly Form[] = Object.values(FORMS).toSpliced(4, 0, FORMS.upcE);
const FIRST_COMPOSITE_FORM = 65;

/** The two-dimensional part is CC-C, the one of GS1-128 alone (GS ( k 52 function 80, a = 49, b = 66). */
const CC_C = 66;

/** A GS1 DataBar of more than one row: `kind` is the n of GS ( k 51 function 80. Never throws. */
export function drawStackedDataBar(kind: number, bytes: Uint8Array, settings: Gs1Settings): Drawing {
  const shape = STACKED_FORMS.get(kind);
  if (shape === undefined) return { problem: "this GS1 DataBar is not known" };
  const data = shape.data(byteString(bytes));
  if (data === undefined) return { problem: "the data is not valid" };
  return draw(shape, shape.name, shape.symbology, data, 0, settings, {});
}

/** One part of a composite symbol as it was stored: its type and its data. */
export interface CompositePart {
  readonly type: number;
  readonly data: Uint8Array;
}

/** A linear bar code with a two-dimensional part above it (GS ( k 52). Never throws. */
export function drawComposite(linear: CompositePart, above: CompositePart, settings: Gs1Settings): Drawing {
  const shape = COMPOSITE_FORMS[linear.type - FIRST_COMPOSITE_FORM];
  if (shape === undefined) return { problem: "this linear part is not known" };
  const data = shape.data(byteString(linear.data));
  if (data === undefined) return { problem: "the data of the linear part is not valid" };
  const ccC = above.type === CC_C;
  const part = bracketed(readGs1(byteString(above.data), false).data);
  return draw(
    shape,
    `${shape.name} composite`,
    `${shape.symbology}composite`,
    `${data}|${part}`,
    ccC ? 3 : 2,
    settings,
    ccC ? { ccversion: "c" } : {},
  );
}

function draw(
  shape: Form,
  system: string,
  symbology: string,
  data: string,
  partRowHeight: number,
  settings: Gs1Settings,
  options: EncoderOptions,
): Drawing {
  const { moduleSize } = settings;
  const segments: EncoderOptions = shape === FORMS.expandedStacked ? { segments: segmentsIn(settings) } : {};
  const encoded = encode(symbology, data, { ...options, ...segments, dontlint: true });
  if ("problem" in encoded) return encoded;
  const { modules, columns, widths } = encoded.encoding;
  // A symbol that needs one row only comes as bars.
  if (columns === 0)
    return { problem: widths.length > 0 ? "it has one row only" : "there is nothing to draw" };
  const heights = rowHeights(shape, modules.length / columns, partRowHeight);
  const raster = modulesRaster(modules, columns, heights);
  const text = data.replaceAll(/[()]/g, "");
  return { system, text, raster, scaleX: moduleSize, scaleY: moduleSize, interpretation: "" };
}

/** Modules of the height of each row: a two-dimensional part, its separator, then the linear rows. */
function rowHeights(shape: Form, count: number, partRowHeight: number): number[] {
  const linear = shape.rows.length > 0 ? shape.rows : expandedRows(count);
  if (partRowHeight === 0) return [...linear];
  const partRows = Math.max(0, count - linear.length - shape.separator.length);
  return [...Array.from({ length: partRows }, () => partRowHeight), ...shape.separator, ...linear];
}

function expandedRows(count: number): number[] {
  return Array.from({ length: count }, (_, index) => (index % 4 === 0 ? 34 : 1));
}

/** Symbol characters a row of GS1 DataBar Expanded Stacked may have: two take 49 modules, the ends 4. */
function segmentsIn({ maximumWidth, moduleSize }: Gs1Settings): number {
  const pairs = Math.floor((maximumWidth / moduleSize - 4) / 49);
  return Math.min(22, Math.max(2, pairs * 2));
}

function form(
  name: string,
  symbology: string,
  rows: readonly number[],
  data: Form["data"],
  separator: readonly number[] = [1],
): Form {
  return { name, symbology, rows, data, separator };
}

function retail(length: number): Form["data"] {
  return (source) => {
    const code = withCheckDigit(source, length);
    return "problem" in code ? undefined : code.digits;
  };
}

function upcEData(source: string): string | undefined {
  const code = upcE(source);
  return "problem" in code ? undefined : code.digits;
}

function item(source: string): string | undefined {
  if (!/^\d{13}$/.test(source)) return undefined;
  return `(01)${source}${checkDigit(source)}`;
}

function elements(source: string): string {
  return bracketed(readGs1(source, false).data);
}
