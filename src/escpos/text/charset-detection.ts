import { ESCPOS } from "../commands/escpos-dialect.ts";
import type { Dialect } from "../dialect.ts";
import type { TextCoding } from "./character-coding.ts";
import type { Charset, CharsetEvidence, SettledCharset } from "./charset.ts";
import { namedCodePage } from "./code-pages.ts";
import { DOUBLE_BYTE } from "./double-byte.ts";
import { codePageCost } from "./likelihood.ts";
import type { PageName, PageNumbering } from "./printer-profile.ts";
import { surveyPrint, type Survey } from "./text-survey.ts";

/** Nats by which another reading must beat the code pages: most printers are not sold in East Asia. */
const MARGIN = 5;
/** Raw UTF-8 is a mistake of the sender, but its form is hard to meet by chance. */
const UTF8_MARGIN = 4;
/** A single-byte page is more easily met by chance than a double-byte code. */
const THAI_MARGIN = 12;
/** Nats a page that the print did not choose has to make up for. */
const OTHER_PAGE_MARGIN = 2.5;

/** Nats by which a code page must read better while FS & is on. */
const KANJI_MODE_MARGIN = 10;
/** Nats that ESC R speaks for the region of the set it chooses. */
const REGION = 3;
/** One code page of each kind that text is found in: the layouts of the others are close to one of them. */
const PAGES_IN_USE =
  `cp437 windows1252 cp852 windows1250 epson/iso8859-2 cp775 windows1257 cp866 cp855 windows1251 cp737
cp869 windows1253 iso8859-7 cp862 windows1255 cp720 cp864 windows1256`.split(/\s/) as PageName[];

/** Nats that another charset than that of the earlier prints of a device must read better: it seldom changes. */
const EARLIER = 12;

/** Nats between the best reading and the next one from which on it is certain, or likely. */
const CERTAIN = 8;
const LIKELY = 3;

const CHOSEN: CharsetEvidence = { from: "settings", certainty: "certain" };
const COMMANDED: CharsetEvidence = { from: "commands", certainty: "certain" };

/**
 * The charset of a print: the one chosen, or for "auto" the one its text reads best in. Linear; never throws.
 *
 * @param earlier what the earlier prints of the device that it came from were read as, with certainty
 */
export function settleCharset(
  bytes: Uint8Array,
  profile: PageNumbering,
  charset: Charset,
  dialect: Dialect = ESCPOS,
  earlier?: SettledCharset,
): TextCoding {
  if (charset !== "auto" && charset !== "japan") return { charset, evidence: CHOSEN, sevenBitKanji: false };
  const survey = surveyPrint(bytes, profile, dialect);
  const isJis = !survey.kanjiMode && survey.jisCharacters > 0 && survey.jisCommon * 2 >= survey.jisCharacters;
  if (charset === "japan") return { charset, evidence: CHOSEN, sevenBitKanji: isJis };
  if (survey.shiftJis || isJis) {
    return { charset: "japan", evidence: COMMANDED, sevenBitKanji: isJis };
  }
  return { ...settledByText(survey, bytes, earlier), sevenBitKanji: false };
}

/** A reading of a print, and what it costs in nats. */
type Reading = readonly [charset: SettledCharset, cost: number];

function settledByText(
  survey: Survey,
  bytes: Uint8Array,
  earlier: SettledCharset | undefined,
): Pick<TextCoding, "charset" | "evidence"> {
  // Such bytes, if there are any, are in text that its commands explain: it says nothing.
  if (survey.highBytes === 0)
    return { charset: "western", evidence: { from: "text", certainty: "doubtful" } };
  const readings = readingsOf(survey, bytes);
  const [charset, margin] = cheapest(readings);
  if (earlier === undefined) return { charset, evidence: { from: "text", certainty: certaintyOf(margin) } };
  const [hinted] = cheapest(
    readings.map(([other, cost]): Reading => [other, cost + (other === earlier ? 0 : EARLIER)]),
  );
  const from = hinted === charset ? "text" : "earlier prints";
  // What the text does not say by itself is no more than likely.
  const certainty = hinted === charset ? certaintyOf(margin) : "likely";
  return { charset: hinted, evidence: { from, certainty } };
}

function certaintyOf(margin: number): CharsetEvidence["certainty"] {
  return margin >= CERTAIN ? "certain" : margin >= LIKELY ? "likely" : "doubtful";
}

/** The best reading, and how many nats the next one costs more. */
function cheapest(readings: readonly Reading[]): [SettledCharset, number] {
  const [[charset, cost], [, next] = ["western", Infinity]] = readings.toSorted((a, b) => a[1] - b[1]) as [
    Reading,
    Reading?,
  ];
  return [charset, next - cost];
}

/** What the text of a print costs in each charset, the code pages first: they win a tie. */
function readingsOf(survey: Survey, bytes: Uint8Array): Reading[] {
  const readings = [...survey.doubleByte].map(([code, cost]): Reading => [
    DOUBLE_BYTE[code].region,
    cost + (survey.kanjiMode ? 0 : MARGIN) - (DOUBLE_BYTE[code].region === survey.region ? REGION : 0),
  ]);
  readings.push(["utf-8", survey.utf8 + UTF8_MARGIN]);
  // FS & means nothing to printers of other regions, and some drivers send it to all.
  if (survey.kanjiMode) return [["western", survey.codePages + KANJI_MODE_MARGIN], ...readings];
  readings.push(["thai", survey.thai + THAI_MARGIN]);
  const least = Math.min(...readings.map(([, cost]) => cost));
  const { codePages } = survey;
  const western =
    codePages <= least ? codePages : Math.min(codePages, inAnotherPage(survey, bytes, least + EARLIER));
  return [["western", western], ...readings];
}

/**
 * What text costs in a page that the print did not choose: it is printed in the wrong page then, which is no reason to
 * see another charset in it.
 *
 * @param limit nats beyond which it does not matter
 */
function inAnotherPage(survey: Survey, bytes: Uint8Array, limit: number): number {
  let least = limit;
  for (const name of PAGES_IN_USE) {
    const table = namedCodePage(name);
    let sum = OTHER_PAGE_MARGIN;
    for (const [start, end] of survey.runs) {
      sum += codePageCost(bytes, start, end, table);
      if (sum > least) break;
    }
    least = Math.min(least, sum);
  }
  return least < limit ? least : Infinity;
}
