import { fontSet, type FontSet } from "../fonts.ts";
import type { PrinterProfile } from "../text/printer-profile.ts";
import {
  BIXOLON,
  BIXOLON_180,
  CITIZEN,
  CLONE,
  CLONE_58,
  EPSON,
  EPSON_180,
  EPSON_IMPACT,
  type Family,
  LIKE_TM_T88,
  PAPER_58,
  STAR_ESCPOS,
  STAR_IMPACT,
  STAR_LINE,
  STAR_PRNT,
  STAR_RASTER,
} from "./families.ts";
import type { PrinterModel } from "./printer-model.ts";

/** A model by its family, its name as on the case, and what only it has. */
type Row = readonly [family: Family, name: string, own?: Partial<Family>];

/** What the smallest printers do without, and what some of them print in place of columns: raster images. */
const SMALLEST = new Set(["two-dimensional symbols", "graphics"] as const);
const RASTER_ONLY = new Set(["column images", "graphics"] as const);

/** What stands for many printers shows what a print asks for, and answers as a model that every driver knows. */
const ANY = { colors: 3, identityMaker: "EPSON", identityName: "TM-T88V" } as const;

/** As {@link ANY}, of Star. */
const ANY_STAR = { identityName: "TSP650II" } as const;

/** The mode of some printers that puts 42 columns on paper of 80 mm at 203 dpi. */
const COLUMNS_42 = { widthDots: 546, fonts: fontSet([13, 24], [9, 17]) } as const;

/** TM-m series: font B is wider than of other Epsons, font C is their font B. */
const TM_M = { fonts: fontSet([12, 24], [10, 24], [9, 17]) } as const;

const ZJIANG: Family = { ...CLONE_58, maker: "Zjiang", profile: "pos-5890", lacks: SMALLEST };

const WINCOR: Family = {
  ...CLONE,
  maker: "Wincor Nixdorf",
  profile: "hp",
  fonts: fontSet([13, 24], [10, 24]),
  lacks: new Set(["raster images"]),
};

const SEIKO: Family = { ...CLONE, maker: "Seiko", fonts: fontSet([12, 24], [8, 16]) };

const XPRINTER: Family = { ...CLONE, maker: "Xprinter", profile: "xprinter" };

/**
 * The printers whose paper is known, by the name that settings have for them. Sources: escpos-printer-db
 * (CC BY 4.0: https://github.com/receipt-print-hq/escpos-printer-db), the definitions of ReceiptPrinterEncoder (MIT),
 * and the manuals named in `families.ts`.
 */
const ROWS = {
  "epson-80mm": [EPSON, "80 mm, 203 dpi", ANY],
  "epson-80mm-180dpi": [EPSON_180, "80 mm, 180 dpi", ANY],
  "epson-58mm": [EPSON, "58 mm, 203 dpi", { ...PAPER_58, ...ANY }],
  "epson-tm-t88ii": [EPSON_180, "TM-T88II"],
  "epson-tm-t88iii": [EPSON_180, "TM-T88III"],
  "epson-tm-t88iv": [EPSON_180, "TM-T88IV"],
  "epson-tm-t88v": [EPSON_180, "TM-T88V"],
  "epson-tm-t88vi": [EPSON_180, "TM-T88VI"],
  "epson-tm-t88vii": [EPSON_180, "TM-T88VII"],
  "epson-tm-t20": [EPSON, "TM-T20"],
  "epson-tm-t20ii": [EPSON, "TM-T20II", { modelId: 0x63 }],
  "epson-tm-t20ii-42": [EPSON, "TM-T20II, 42 columns", { ...COLUMNS_42, modelId: 0x63 }],
  "epson-tm-t20iii": [EPSON, "TM-T20III"],
  "epson-tm-t82": [EPSON, "TM-T82"],
  "epson-tm-t82ii": [EPSON, "TM-T82II"],
  "epson-tm-t82iii": [EPSON, "TM-T82III"],
  "epson-tm-m10": [EPSON, "TM-m10", { ...TM_M, widthDots: 420 }],
  "epson-tm-m30": [EPSON, "TM-m30", TM_M],
  "epson-tm-m30ii": [EPSON, "TM-m30II", TM_M],
  "epson-tm-m30iii": [EPSON, "TM-m30III", TM_M],
  "epson-tm-m50": [EPSON, "TM-m50", TM_M],
  "epson-tm-t70": [EPSON_180, "TM-T70", { cutter: "partial" }],
  "epson-tm-t70-south-asia": [EPSON, "TM-T70, South Asia", { cutter: "partial" }],
  "epson-tm-t70ii": [EPSON_180, "TM-T70II", { cutter: "partial" }],
  "epson-tm-t70ii-china": [EPSON, "TM-T70II, Chinese", { cutter: "partial", charset: "china" }],
  "epson-tm-t70ii-taiwan-58mm": [
    EPSON,
    "TM-T70II, Traditional Chinese, 58 mm",
    { cutter: "partial", charset: "taiwan", widthDots: 416 },
  ],
  "epson-tm-t70ii-south-asia": [EPSON, "TM-T70II, South Asia", { cutter: "partial" }],
  "epson-tm-j2000": [EPSON_180, "TM-J2000", { modelId: 0x2b, colors: 2 }],
  "epson-tm-t90": [EPSON_180, "TM-T90", { modelId: 0x2e, colors: 2 }],
  "epson-tm-l90": [EPSON, "TM-L90"],
  "epson-tm-p20": [EPSON, "TM-P20", { ...PAPER_58, cutter: "none" }],
  "epson-tm-p20ii": [
    EPSON,
    "TM-P20II",
    { ...PAPER_58, cutter: "none", fonts: fontSet([12, 24], [9, 24], [9, 17], [10, 24], [8, 16]) },
  ],
  "epson-tm-p80": [EPSON, "TM-P80"],
  "epson-tm-p80-42": [EPSON, "TM-P80, 42 columns", COLUMNS_42],
  "epson-tm-u220": [EPSON_IMPACT, "TM-U220"],
  "epson-tm-u220b": [EPSON_IMPACT, "TM-U220B", { cutter: "partial" }],
  "bixolon-srp-350": [BIXOLON_180, "SRP-350"],
  "bixolon-srp-350iii": [BIXOLON_180, "SRP-350III"],
  "bixolon-srp-s300": [BIXOLON, "SRP-S300"],
  "citizen-ct-s310ii": [CITIZEN, "CT-S310II"],
  "citizen-ct-s651": [CITIZEN, "CT-S651", { colors: 2 }],
  "star-80mm": [STAR_LINE, "80 mm", ANY_STAR],
  "star-58mm": [STAR_LINE, "58 mm", { ...PAPER_58, ...ANY_STAR }],
  "star-tsp100": [STAR_RASTER, "TSP100", { labels: ["TSP113", "TSP143"] }],
  "star-tsp100iii": [STAR_RASTER, "TSP100III", { labels: ["TSP143III"] }],
  "star-tsp100iv": [STAR_PRNT, "TSP100IV", { labels: ["TSP143IV"] }],
  "star-tsp600": [STAR_LINE, "TSP600", { labels: ["TSP613", "TSP643"] }],
  "star-tsp650": [STAR_LINE, "TSP650", { labels: ["TSP651", "TSP654"] }],
  "star-tsp650ii": [STAR_LINE, "TSP650II", { labels: ["TSP654II"] }],
  "star-tsp700": [STAR_LINE, "TSP700", { labels: ["TSP743"] }],
  "star-tsp700ii": [STAR_LINE, "TSP700II", { labels: ["TSP743II"] }],
  "star-tsp800": [STAR_LINE, "TSP800", { labels: ["TSP847"], widthDots: 832 }],
  "star-tsp800ii": [STAR_LINE, "TSP800II", { labels: ["TSP847II"], widthDots: 832 }],
  "star-tup500": [STAR_LINE, "TUP500"],
  "star-mc-print2": [STAR_PRNT, "mC-Print2", PAPER_58],
  "star-mc-print3": [STAR_PRNT, "mC-Print3"],
  "star-mpop": [STAR_PRNT, "mPOP", PAPER_58],
  "star-sm-l200": [STAR_PRNT, "SM-L200", { ...PAPER_58, cutter: "none" }],
  "star-sp700": [STAR_IMPACT, "SP700", { labels: ["SP712", "SP717", "SP742", "SP747"] }],
  "star-sp2000": [STAR_IMPACT, "SP2000"],
  "star-escpos": [STAR_ESCPOS, "80 mm, set to ESC/POS", ANY_STAR],
  "star-escpos-58mm": [STAR_ESCPOS, "58 mm, set to ESC/POS", { ...PAPER_58, ...ANY_STAR }],
  "bematech-mp-4200": [{ ...CLONE, maker: "Bematech", profile: "bematech" }, "MP-4200 TH"],
  "epos-tep-200m": [{ ...CLONE, maker: "EPOS" }, "TEP-200M"],
  "fujitsu-fp-1000": [
    { ...CLONE, maker: "Fujitsu", profile: "fujitsu", fonts: fontSet([12, 24], [9, 24], [8, 16]) },
    "FP-1000",
  ],
  "hp-a779": [{ ...LIKE_TM_T88, maker: "HP", profile: "hp", widthDots: 528 }, "A779"],
  "kefar-kr-306": [{ ...CLONE, maker: "Kefar" }, "KR-306"],
  "metapace-t-1": [{ ...LIKE_TM_T88, maker: "Metapace", profile: "metapace", widthDots: 504 }, "T-1"],
  "mpt-ii": [{ ...LIKE_TM_T88, maker: "MPT", profile: "mpt", widthDots: 576, cutter: "none" }, "MPT-II"],
  "munbyn-itpp047": [{ ...LIKE_TM_T88, maker: "Munbyn" }, "ITPP047"],
  "netum-nt-5890k": [{ ...CLONE_58, maker: "Netum", profile: "pos-5890", lacks: SMALLEST }, "NT-5890K"],
  "netum-nt-80-v-ul": [{ ...CLONE, maker: "Netum", profile: "pos-8360" }, "80-V-UL"],
  "pbm-p822d": [{ ...CLONE, maker: "PBM", profile: "pos-8360" }, "P822D"],
  "pos-8360": [{ ...CLONE, maker: "POS", profile: "pos-8360" }, "POS-8360"],
  rawbt: [{ ...CLONE_58, maker: "RawBT" }, "RawBT"],
  "rongta-rp326": [{ ...CLONE, maker: "Rongta", profile: "youku" }, "RP326"],
  "rongta-rp332": [{ ...CLONE, maker: "Rongta", profile: "youku" }, "RP332"],
  "seiko-rp-f10": [SEIKO, "RP-F10"],
  "seiko-rp-f10-58mm": [SEIKO, "RP-F10, 58 mm", { widthDots: 432 }],
  "sewoo-wtp-100": [{ ...LIKE_TM_T88, maker: "Sewoo" }, "WTP-100"],
  "sunmi-v2": [{ ...CLONE_58, maker: "Sunmi", lacks: RASTER_ONLY }, "V2"],
  "sunmi-80mm": [{ ...CLONE, maker: "Sunmi" }, "80 mm"],
  "wincor-nixdorf-th230": [WINCOR, "TH230", { lacks: new Set(["raster images", "two-dimensional symbols"]) }],
  "wincor-nixdorf-th230plus": [WINCOR, "TH230+"],
  "xprinter-xp-58": [XPRINTER, "XP-58", { ...PAPER_58, cutter: "none" }],
  "xprinter-xp-n160ii": [XPRINTER, "XP-N160II"],
  "xprinter-xp-t80q": [XPRINTER, "XP-T80Q"],
  "yhdaa-yhd-8390": [{ ...CLONE, maker: "YHDAA", cutter: "partial" }, "YHD-8390"],
  "youku-58t": [{ ...CLONE_58, maker: "Youku", profile: "youku", fonts: fontSet([12, 24], [9, 24]) }, "58T"],
  "zjiang-pos-5890": [ZJIANG, "POS-5890", { lacks: new Set([...SMALLEST, ...RASTER_ONLY]) }],
  "zjiang-zj-58": [ZJIANG, "ZJ-58"],
  "zjiang-zj-5870": [ZJIANG, "ZJ-5870", { profile: "epson" }],
  "generic-80mm": [{ ...CLONE, maker: "Generic" }, "80 mm", ANY],
  "generic-58mm": [{ ...CLONE_58, maker: "Generic" }, "58 mm", ANY],
} as const satisfies Record<string, Row>;

/** The name of a model for settings, such as "epson-tm-t88v". */
export type ModelId = keyof typeof ROWS;

function modelOf(id: ModelId, [family, name, own]: Row): PrinterModel {
  const {
    modelId = 0x20,
    identityMaker,
    identityName = name.split(",")[0] ?? name,
    ...rest
  } = { ...family, ...own };
  return {
    dotsPerInchAlong: rest.dotsPerInch,
    // A motion unit is a step on most.
    stepsPerInch: rest.verticalUnits,
    labels: [],
    ...rest,
    id,
    name,
    identity: { modelId, maker: identityMaker ?? rest.maker.toUpperCase(), name: identityName },
  };
}

/** The names of all models for settings, the default first. */
export const MODEL_IDS = Object.keys(ROWS).filter(isModelId);

/** Every model by its name for settings. */
export const PRINTER_MODELS = Object.fromEntries(
  MODEL_IDS.map((id) => [id, modelOf(id, ROWS[id])]),
) as Readonly<Record<ModelId, PrinterModel>>;

/** True for the name of a model. */
export function isModelId(name: string): name is ModelId {
  return Object.hasOwn(ROWS, name);
}

/** The printer that a print is shown on where nothing says which one: Epson's at 203 dpi, for paper of 80 mm. */
export const DEFAULT_MODEL = PRINTER_MODELS["epson-80mm"];

/** The model that says it is this (GS I 67), such as "TM-T88V". */
export function modelNamed(name: string): PrinterModel | undefined {
  return Object.values(PRINTER_MODELS).find(({ identity }) => identity.name === name);
}

/** The fonts of a maker's printers: those of the first model with the maker's profile. */
export function fontsOf(profile: PrinterProfile): FontSet {
  const ofMaker = Object.values(PRINTER_MODELS).find((model) => model.profile === profile);
  return (ofMaker ?? DEFAULT_MODEL).fonts;
}
