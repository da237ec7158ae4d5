import { ESCPOS } from "./commands/escpos-dialect.ts";
import type { Dialect } from "./dialect.ts";
import { isStar, type PrinterLanguage } from "./language.ts";
import { STAR } from "./star/star-dialect.ts";

/** The commands of a language; Star's languages differ in what some of them do. */
export function dialectFor(language: PrinterLanguage): Dialect {
  return isStar(language) ? STAR : ESCPOS;
}
