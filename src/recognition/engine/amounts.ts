import type { RecognisedLine, RecognisedWord } from "../recognised.ts";

/** An amount at the right edge of a line. */
interface Amount {
  /** Of its line among the lines, and of its word in the line. */
  readonly line: number;
  readonly word: number;
  /** Hundredths. */
  readonly cents: number;
}

/** How sure an amount is that the other amounts prove. */
export const PROVEN_CONFIDENCE = 97;

/** What is taken from the confidence of an amount that nothing proves: a digit may be another one and look as sure. */
const UNPROVEN_LOSS = 12;

/** Amounts between the items and their total that are no items: a subtotal, taxes. */
const MOST_BETWEEN = 3;

/** Items of a total; a sum of more is looked for no further. */
const MOST_ITEMS = 60;

/** How far the right ends of amounts of one column are apart at most, with a currency or without, of the width. */
const COLUMN_SHARE = 0.1;

const AMOUNT = /^\D{0,3}(?<whole>\d{1,3}(?:[.,'’]\d{3})+|\d{1,7})[.,](?<cents>\d\d)\D{0,2}$/;

/**
 * Checks the amounts of a receipt against each other: items that sum up to their total, what was paid that is as much,
 * the change that is the difference. Those that fit are sure, the others are less so than the engine thinks.
 */
export function checkAmounts(lines: readonly RecognisedLine[], columns: number): RecognisedLine[] {
  const amounts = amountColumn(lines, columns);
  const proven = provenOf(amounts);
  const places = new Map(amounts.map((amount) => [`${amount.line} ${amount.word}`, proven.has(amount)]));
  return lines.map((line, index) => ({
    ...line,
    words: line.words.map((word, at) => judged(word, places.get(`${index} ${at}`))),
  }));
}

function judged(word: RecognisedWord, isProven: boolean | undefined): RecognisedWord {
  if (isProven === true) return { ...word, confidence: Math.max(word.confidence, PROVEN_CONFIDENCE) };
  const isNumber = /\d/.test(word.text);
  return isNumber && (isProven === false || AMOUNT.test(word.text))
    ? { ...word, confidence: Math.max(0, word.confidence - UNPROVEN_LOSS) }
    : word;
}

/** The last amount of each line that ends at the right edge, from the top. */
function amountColumn(lines: readonly RecognisedLine[], columns: number): Amount[] {
  const found = lines.flatMap(({ words }, line) => {
    const word = words.findLastIndex(({ text }) => /\d/.test(text));
    const groups = AMOUNT.exec(words[word]?.text ?? "")?.groups;
    if (!groups) return [];
    const cents = Number(`${groups["whole"]?.replaceAll(/\D/g, "")}${groups["cents"]}`);
    const box = words[word]?.box;
    return [{ line, word, cents, right: box ? box.x + box.width : 0 }];
  });
  const edge = Math.max(0, ...found.map(({ right }) => right));
  return found.filter(({ right }) => right >= edge - COLUMN_SHARE * columns);
}

/** The amounts that others prove. */
function provenOf(amounts: readonly Amount[]): Set<Amount> {
  const proven = new Set<Amount>();
  for (let at = 1; at < amounts.length; at++) {
    for (const group of [sameAsBefore(amounts, at), difference(amounts, at), sumBefore(amounts, at)]) {
      for (const amount of group) proven.add(amount);
    }
  }
  return proven;
}

/** What was paid is the total. */
function sameAsBefore(amounts: readonly Amount[], at: number): Amount[] {
  const [before, amount] = [amounts[at - 1], amounts[at]];
  return before && amount && before.cents === amount.cents ? [before, amount] : [];
}

/** The change is what was given without the total. */
function difference(amounts: readonly Amount[], at: number): Amount[] {
  const [total, given, change] = [amounts[at - 2], amounts[at - 1], amounts[at]];
  return total && given && change && given.cents - total.cents === change.cents && change.cents > 0
    ? [total, given, change]
    : [];
}

/** A total and the amounts above it that sum up to it: the items, and also a subtotal and taxes. */
function sumBefore(amounts: readonly Amount[], at: number): Amount[] {
  const total = amounts[at];
  const found: Amount[] = [];
  if (!total) return found;
  for (let last = at - 1; last >= Math.max(1, at - 1 - MOST_BETWEEN); last--) {
    let sum = amounts[last]?.cents ?? 0;
    for (let first = last - 1; first >= Math.max(0, last - MOST_ITEMS) && sum < total.cents; first--) {
      sum += amounts[first]?.cents ?? 0;
      if (sum === total.cents) found.push(...amounts.slice(first, last + 1), total);
    }
  }
  return found;
}
