import { brandOf, CARD_DIGITS, passesLuhn } from "./card-brands.ts";

/** The number of a payment card that is there in full. */
export interface CardNumber {
  /** The line it is in, and from which to before which of its UTF-16 units. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly brand: string;
  readonly digits: string;
}

/** Digits in groups, with one separator between each two. A number in a number, a word or a decimal is none. */
const GROUPS = /(?<![\p{L}\d]|\d[.,:/]|\d[ \u00a0-])\d+(?:[ \u00a0-]\d+)*/gu;

/** A track of a magnetic stripe: what is before and behind its number is known (ISO/IEC 7813). */
const TRACK = /(?:%?B|;)(\d{12,19})(?:\^|=|D(?=\d{4}))/g;

/** How card numbers are grouped where they are. */
const GROUPINGS: ReadonlySet<string> = new Set([
  "4 4 4 4",
  "4 6 5",
  "4 6 4",
  "4 4 4 4 3",
  "4 4 4 4 1",
  "4 4 4 4 2",
  "6 13",
  "8 8",
  "4 4 5",
]);

/** Words that are near the numbers of cards. */
const ABOUT_CARDS =
  /visa|master\s?card|maestro|amex|american express|diners|discover|\bjcb\b|unionpay|\bmir\b|\bcards?\b|karten?(?:-?\s?n|\b)|kreditk|\bpan\b|carte|tarjeta|\bcarta\b|cart[ãa]o|\bkaart|\bkarta|\bkort\b|contactless|kontaktlos|credit|debit|v[-\s]?pay/iu;

/** Words of other numbers: orders, accounts, articles, phones, devices, signatures. */
const ABOUT_OTHERS =
  /order|bestell|auftrag|invoice|rechnung|beleg|receipt|bon\b|quittung|iban|konto|account|ean\b|gtin|isbn|barcode|artikel|article|sku\b|tel\b|tel[.:]|phone|fon\b|mobil|fax|serial|serien|s\/n|uid\b|ust|vat\b|ticket|voucher|gutschein|coupon|sendung|tracking|parcel|paket|trans|trace|\btse\b|signatur|\bref|reference|kunden|customer|member|mitglied|loyal|points|punkte|token|\bid\b|factura|facture|pedido|commande|ordine|siret|nif\b|rrn\b|approval|auth/iu;

/** Lines around a number in which words about cards count. */
const NEAR_LINES = 2;

/** How far from a number they do on one line: longer lines than paper is wide are somebody's who wants us to be slow. */
const NEAR_CHARACTERS = 256;

/** The most groups of one card's number. */
const MOST_GROUPS = 5;

/** Digits that stay when a number is masked: no more than PCI DSS 3.4.1 lets anybody see. */
const SHOWN_BEGIN = 6;
const SHOWN_END = 4;

const MASK = "*";

/** Whether some text may hold a card number at all: quick, for the many that do not. */
export function mayHoldCard(text: string): boolean {
  return text.length >= CARD_DIGITS.fewest && /\d(?:[ \u00a0-]?\d){11}/.test(text);
}

/**
 * Finds the full numbers of payment cards in the lines of a receipt: those whose beginning and length are a brand's, whose
 * check digit is right, and which are grouped as on a card or near words about cards. Numbers that are masked are none, and
 * neither are those that a line calls otherwise. Pure; linear in the text.
 */
export function cardNumbers(lines: readonly string[]): CardNumber[] {
  const found: CardNumber[] = [];
  for (const [line, text] of lines.entries()) {
    if (!mayHoldCard(text)) continue;
    // In their order, those of tracks first where both begin: so only the one before can be in the way.
    const places = [...tracksIn(text), ...groupsIn(text)].toSorted(([one], [other]) => one - other);
    let taken = 0;
    for (const [start, end] of places) {
      const number = start < taken ? null : cardAt(lines, line, start, end);
      if (number === null) continue;
      found.push(number);
      taken = end;
    }
  }
  return found;
}

/** A text with the card numbers in it masked: their first six and last four digits stay. */
export function maskCards(text: string): string {
  if (!mayHoldCard(text)) return text;
  return maskedLines(text.split("\n")).join("\n");
}

/** Lines with the card numbers in them masked. The same lines where there are none. */
export function maskedLines(lines: readonly string[]): readonly string[] {
  const found = cardNumbers(lines);
  if (found.length === 0) return lines;
  const masked = [...lines];
  for (const { line, start, end } of found) {
    const text = masked[line] ?? "";
    masked[line] = text.slice(0, start) + maskedNumber(text.slice(start, end)) + text.slice(end);
  }
  return masked;
}

/** The digits of a card number that are not shown, by their places among its digits: from the first to before the second. */
export function hiddenDigits(digits: number): readonly [from: number, to: number] {
  return [SHOWN_BEGIN, digits - SHOWN_END];
}

function maskedNumber(written: string): string {
  const digits = written.replaceAll(/\D/g, "").length;
  const [from, to] = hiddenDigits(digits);
  let place = 0;
  return written.replaceAll(/\d/g, (digit) => {
    const isHidden = place >= from && place < to;
    place++;
    return isHidden ? MASK : digit;
  });
}

function* tracksIn(text: string): Generator<[start: number, end: number]> {
  for (const { 0: whole, 1: digits = "", index } of text.matchAll(TRACK)) {
    const start = index + whole.indexOf(digits);
    yield [start, start + digits.length];
  }
}

/** Runs of groups that may be a card's, with those beside them that are not. */
function* groupsIn(text: string): Generator<[start: number, end: number]> {
  for (const { 0: run, index } of text.matchAll(GROUPS)) {
    // The number goes on in a way that no card's does.
    const behind = text.slice(index + run.length, index + run.length + 2);
    if (/^\p{L}|^[.,:/]\d/u.test(behind)) continue;
    const groups = [...run.matchAll(/\d+/g)].map((group) => ({ at: index + group.index, text: group[0] }));
    for (let first = 0; first < groups.length; first++) {
      const taken = takenFrom(groups.slice(first, first + MOST_GROUPS), text);
      if (taken === 0) continue;
      const last = groups[first + taken - 1];
      if (last === undefined) continue;
      // A longer row of like groups is a code of its own.
      const before = groups[first - 1]?.text.length;
      const after = groups[first + taken]?.text.length;
      if (taken > 1 && (before === 4 || after === 4)) continue;
      yield [groups[first]?.at ?? 0, last.at + last.text.length];
      first += taken - 1;
    }
  }
}

interface Group {
  readonly at: number;
  readonly text: string;
}

/** How many groups from the first on are one card's number; 0 for none. @param groups at most {@link MOST_GROUPS} */
function takenFrom(groups: readonly Group[], text: string): number {
  const [first] = groups;
  if (first === undefined) return 0;
  const { length } = first.text;
  if (length >= CARD_DIGITS.fewest && length <= CARD_DIGITS.most) return 1;
  const separator = text[first.at + length];
  for (let taken = groups.length; taken > 1; taken--) {
    const some = groups.slice(0, taken);
    const isEven = some.slice(0, -1).every((group) => text[group.at + group.text.length] === separator);
    if (isEven && GROUPINGS.has(some.map((group) => group.text.length).join(" "))) {
      const digits = some.map((group) => group.text).join("");
      if (brandOf(digits) !== null && passesLuhn(digits)) return taken;
    }
  }
  return 0;
}

function cardAt(lines: readonly string[], line: number, start: number, end: number): CardNumber | null {
  const text = lines[line] ?? "";
  const written = text.slice(start, end);
  const digits = written.replaceAll(/\D/g, "");
  const brand = brandOf(digits);
  if (brand === null || !passesLuhn(digits)) return null;
  const before = text.slice(Math.max(0, start - NEAR_CHARACTERS), start);
  const own = before + text.slice(end, end + NEAR_CHARACTERS);
  const isTrack = /[B;]/.test(text.charAt(start - 1)) && /[\^=D]/.test(text.charAt(end));
  const isGrouped = written.length > digits.length;
  if (!isTrack && !isLikely(lines, line, own, isGrouped, brand.isSureAlone)) return null;
  return { line, start, end, brand: brand.name, digits };
}

/** Whether what is around a number speaks for a card. The nearest word decides: first the line's own. */
function isLikely(
  lines: readonly string[],
  line: number,
  own: string,
  isGrouped: boolean,
  isSureAlone: boolean,
): boolean {
  if (ABOUT_CARDS.test(own)) return true;
  if (ABOUT_OTHERS.test(own)) return false;
  const before = (lines[line - 1] ?? "").slice(0, NEAR_CHARACTERS);
  // A title over the number is about it; a word on the line itself was not there.
  const isBare = own.trim() === "";
  if (isBare && ABOUT_OTHERS.test(before) && !ABOUT_CARDS.test(before)) return false;
  if (isGrouped) return true;
  if (isSureAlone) return true;
  const near = lines.slice(Math.max(0, line - NEAR_LINES), line + NEAR_LINES + 1);
  return near.some((text) => ABOUT_CARDS.test(text.slice(0, NEAR_CHARACTERS)));
}
