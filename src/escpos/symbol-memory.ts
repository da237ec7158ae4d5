import type { DataMatrixSettings } from "../symbols/data-matrix.ts";
import type { CompositePart } from "../symbols/gs1-two-dimensional.ts";
import type { LinearSettings } from "../symbols/linear.ts";
import type { Pdf417Settings } from "../symbols/pdf417.ts";
import type { QrSettings } from "../symbols/qr.ts";
import type { AztecSettings } from "../symbols/aztec.ts";

type Changeable<Settings> = { -readonly [Name in keyof Settings]: Settings[Name] };

/** Where GS H prints the characters of a bar code. */
export interface InterpretationPlaces {
  readonly above: boolean;
  readonly below: boolean;
}

/** What was stored last by GS ( k function 80, until other data is, or ESC @. */
export interface StoredSymbol {
  /** The kind of symbol: cn of GS ( k. */
  readonly kind: number;
  readonly data: Uint8Array;
  /** Equal data has equal numbers. */
  readonly number: number;
}

/** A part of a composite symbol as it was stored. */
export interface StoredPart extends CompositePart {
  readonly number: number;
}

/** Power-on settings of bar codes and symbols; sizes are dots. Source: Epson ESC/POS reference. */
export class SymbolMemory {
  /** GS h, GS w. */
  linear: Changeable<LinearSettings> = { moduleWidth: 3, height: 162 };
  /** GS H. */
  interpretation: InterpretationPlaces = { above: false, below: false };
  /** The parameter of ESC M for the font of those characters (GS f). */
  interpretationFont = 0;

  pdf417: Changeable<Omit<Pdf417Settings, "availableWidth">> = {
    columns: 0,
    rows: 0,
    moduleWidth: 3,
    rowHeight: 3,
    errorCorrection: { tenths: 1 },
    truncated: false,
  };
  qr: Changeable<QrSettings> = { model: 2, moduleSize: 3, errorCorrection: "L" };
  maxicodeMode = 2;
  /** Function 71 gives the greatest width; 0 is that of the print area. */
  dataBar = { moduleSize: 2, maximumWidth: 0 };
  composite = { moduleSize: 2, maximumWidth: 0 };
  aztec: Changeable<AztecSettings> = { compact: false, layers: 0, moduleSize: 3, errorCorrection: 23 };
  dataMatrix: Changeable<DataMatrixSettings> = { rectangle: false, rows: 0, columns: 0, moduleSize: 3 };

  /** Dots of a module of the QR codes of Vox and Elgin printers (GS o). */
  voxModuleSize = 4;

  /** There is one place for the data of all kinds of symbols. */
  stored: StoredSymbol | undefined;
  /** The two parts of a composite symbol, which are stored one after the other. */
  compositeLinear: StoredPart | undefined;
  compositeAbove: StoredPart | undefined;

  /** Star printers keep the data of a QR code and of a PDF417 apart (ESC GS y D, ESC GS x D): by kind. */
  readonly kept = new Map<number, StoredSymbol>();

  /** @param isStar whether the start values are those of Star printers (Star Line Mode specifications, ESC GS x S) */
  constructor(isStar = false) {
    if (!isStar) return;
    Object.assign(this.pdf417, { moduleWidth: 2, errorCorrection: { level: 1 }, proportion: 1 / 2 });
  }

  /** Takes the data of a symbol; what other symbols had stored is gone. */
  store(kind: number, data: Uint8Array, number: number): void {
    this.stored = { kind, data, number };
    this.compositeLinear = undefined;
    this.compositeAbove = undefined;
  }
}
