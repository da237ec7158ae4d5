import { oneOf, START } from "./pattern-parts.ts";

/*
 * Dates, as printed. The word for it stands before, or a time behind it, or it begins a line or a column: "valid until
 * 31.12.2026" is no date of a receipt.
 */

const DAY = "(?:0?[1-9]|[12]\\d|3[01])";
const MONTH = "(?:0?[1-9]|1[0-2])";
const YEAR = "20\\d\\d";

const MONTH_NAME =
  "(?:jan|f[eé][bv]|m[aä]r|mrt|a[pv]r|ma[giyj]|mei|ju[ni]|giu|jui[nl]|jul|lug|a[ou][guû]|ago|sep|set|o[ckt]t|out|nov|" +
  "d[eé][czs]|dic|ene|gen)\\pL{0,7}\\.?";

/** With the year in four digits. */
const DATES = [
  `${YEAR}-${MONTH}-${DAY}`,
  `${YEAR}/${MONTH}/${DAY}`,
  `${YEAR}\\.[ ]?${MONTH}\\.[ ]?${DAY}`,
  `(?:${DAY}[./-]${MONTH}|${MONTH}/${DAY})[./-]${YEAR}`,
  `${DAY}\\.?[ -](?:de[ ])?${MONTH_NAME}[ ,-]+(?:de[ ])?${YEAR}`,
  `${MONTH_NAME}[ ]${DAY},?[ ]${YEAR}`,
  `(?:${YEAR}|令和[ ]?\\d{1,2})[ ]?[年년][ ]?${MONTH}[ ]?[月월][ ]?${DAY}[ ]?[日일]`,
].join("|");

/** With the year in two digits, which might be other numbers too. */
const SHORT_DATES = `(?:${DAY}[./-]${MONTH}|${MONTH}/${DAY})[./-]\\d\\d|\\d\\d/${MONTH}/${DAY}`;

const DATE = `(?P<date>${DATES}|${SHORT_DATES})`;

const WORD = oneOf(
  "(?:(?:order|invoice|receipt|bill|sales?|transaction|print) )?date",
  "(?:rechnungs|beleg|bon|kauf|bestell|druck)?datum|fecha|data|dato|p(?:äivämäärä|vm)\\.?|d[aá]tum|tarih",
  "ημερομηνία|дата|[日取]付|(?:ご利用|取引|発行|お買上げ?)日時?|日[期時]|时间|時間|날짜|(?:거래|판매|주문)?일[시자]|วันที่|ngày|التاريخ|תאריך",
);

/** "Date/time", "Datum und Uhrzeit". */
const AND_TIME = "(?:[ ]*[/&+-][ ]*\\pL{1,12}|[ ](?:and|und|et|e|y|i|en|och|og)[ ]\\pL{1,12})?";

const WEEKDAY =
  "(?:(?:mon?|tue|wed|thu|fri?|sat?|sun|di|mi|do|so|lun|mar|mer|jeu|ven|sam|dim|mi[eé]|jue|vie|s[aá]b|dom|gio|seg|ter|qua|qui|" +
  "sex)\\pL{0,7}\\.?,?[ ])?";

const TIME = "(?:[012]?\\d[:.h][0-5]\\d)";

/** Nothing that would make it part of something longer. */
const END = "(?:$|[^\\pN\\pL./-])";

/** The group `date` has the date. */
export const DATE_PATTERNS: readonly string[] = [
  `(?i)${START}${WORD}${AND_TIME}[ ]*[:：.]*[ ]*${WEEKDAY}${DATE}(?:$|[^\\pN./-])`,
  `(?i)${START}${WEEKDAY}${DATE}(?:T|[ ,-]*(?:um|at|[aà]|kl\\.?)?[ ]*(?:[([]\\pL{1,3}[)\\]][ ]*)?)${TIME}`,
  `(?i)${START}${TIME}(?::[0-5]\\d)?[ ,-]+${DATE}${END}`,
  `(?i)${START}${WEEKDAY}(?P<date>${DATES})${END}`,
];
