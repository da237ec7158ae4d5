/** Kinds of two-dimensional symbols: cn of GS ( k. */
export const SYMBOL_KINDS = {
  PDF417: 48,
  QR_CODE: 49,
  MAXICODE: 50,
  DATA_BAR: 51,
  COMPOSITE: 52,
  AZTEC: 53,
  DATA_MATRIX: 54,
} as const;

const NAMES: ReadonlyMap<number, string> = new Map([
  [SYMBOL_KINDS.PDF417, "PDF417"],
  [SYMBOL_KINDS.QR_CODE, "QR code"],
  [SYMBOL_KINDS.MAXICODE, "MaxiCode"],
  [SYMBOL_KINDS.DATA_BAR, "GS1 DataBar"],
  [SYMBOL_KINDS.COMPOSITE, "composite symbol"],
  [SYMBOL_KINDS.AZTEC, "Aztec code"],
  [SYMBOL_KINDS.DATA_MATRIX, "DataMatrix"],
]);

/** The name of a kind of symbol, "symbol 99" for one that is not known. */
export function symbolKindName(kind: number): string {
  return NAMES.get(kind) ?? `symbol ${kind}`;
}
