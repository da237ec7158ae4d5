import { dialectFor } from "../escpos/dialects.ts";
import { decode, type DecodeOptions, type Piece, type Receipt, tokenize } from "../escpos/escpos.ts";
import type { RunObserver } from "../escpos/interpreter.ts";
import { PRINT_LIMITS } from "../domain/limits.ts";
import { writtenLines } from "../search/text/written-lines.ts";
import { cardNumbers, hiddenDigits, maskCards, mayHoldCard } from "./card-numbers.ts";

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const MASK = 0x2a;

/**
 * Decodes a print with the card numbers in its text masked, in its bytes too: whatever is made of the receipt, its commands
 * among it, does not have them. What bar codes, two-dimensional symbols and pictures hold stays.
 * @param isMasked false: just decodes it
 */
export function decodeMasked(
  bytes: Uint8Array,
  options: DecodeOptions,
  isMasked: boolean,
  observer?: RunObserver,
): Receipt {
  const receipt = decode(bytes, options, observer);
  if (!isMasked || !mayHoldCard(allText(receipt))) return receipt;
  // On the widest paper no number is broken at the edge.
  const wide = decode(bytes, { ...options, columns: PRINT_LIMITS.widthColumnsMaximum });
  const digits = new Set([receipt, wide].flatMap((each) => digitsOf(writtenLines(each))));
  if (digits.size === 0) return receipt;
  const masked = decode(maskedBytes(receipt, digits), options);
  return { ...masked, pieces: masked.pieces.map(maskedPiece) };
}

/** All characters of a receipt one after the other, with nothing where a line or a style ends. */
function allText({ pieces }: Receipt): string {
  return pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("");
}

function digitsOf(lines: readonly string[]): string[] {
  return cardNumbers(lines).map(({ digits }) => digits);
}

/** The bytes of a receipt's print with stars for the digits that are not to be seen, wherever its text has them. */
function maskedBytes({ source, language }: Receipt, numbers: ReadonlySet<string>): Uint8Array {
  const places: number[] = [];
  const digits: string[] = [];
  for (const { kind, offset, length } of tokenize(source, dialectFor(language))) {
    if (kind !== "text") continue;
    for (let at = offset; at < offset + length; at++) {
      const byte = source[at] ?? 0;
      if (byte < DIGIT_0 || byte > DIGIT_9) continue;
      places.push(at);
      digits.push(String.fromCharCode(byte));
    }
  }
  const stream = digits.join("");
  const masked = Uint8Array.from(source);
  for (const number of numbers) {
    const [from, to] = hiddenDigits(number.length);
    for (let found = stream.indexOf(number); found >= 0; found = stream.indexOf(number, found + 1))
      for (let place = found + from; place < found + to; place++) masked[places[place] ?? 0] = MASK;
  }
  return masked;
}

/** What is printed by a macro, or as text of a picture, is masked where it stands. */
function maskedPiece(piece: Piece): Piece {
  if (piece.kind !== "text" || !mayHoldCard(piece.text)) return piece;
  const text = maskCards(piece.text);
  return text === piece.text ? piece : { ...piece, text };
}
