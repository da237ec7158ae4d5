import { tagFromJson } from "../domain/print.ts";
import { lineText } from "../recognition/words.ts";
import type { Recognition } from "../recognition/recognised.ts";
import type { ReceiptWords } from "../search/text/receipt-lines.ts";
import { type CardNumber, cardNumbers, mayHoldCard } from "./card-numbers.ts";

/** How many full card numbers a print has, by where they are, and of which brands. The numbers themselves are not kept. */
export interface FoundCards {
  readonly text: number;
  readonly field: number;
  readonly brands: readonly string[];
}

/** What is known of a print beside its text. */
interface PrintFields {
  readonly label: string | null;
  /** JSON of its tags. */
  readonly tag: string;
}

/** The full card numbers in the text of a print, its label and its tags; `null` for none. */
export function cardsInPrint(
  words: Pick<ReceiptWords, "written" | "symbols"> | null,
  { label, tag }: PrintFields,
): FoundCards | null {
  const text = words === null ? [] : cardNumbers(withoutCodes(words));
  const fields = [...(label === null ? [] : [label]), ...tagLines(tag)].flatMap((line) =>
    cardNumbers([line]),
  );
  if (text.length + fields.length === 0) return null;
  return { text: text.length, field: fields.length, brands: brandsOf([...text, ...fields]) };
}

/** The full card numbers that were recognised in the pictures of a print; `null` for none. */
export function cardsInPictures(
  recognition: Recognition,
): { readonly picture: number; readonly brands: readonly string[] } | null {
  const found = recognition.flatMap(({ lines }) => cardNumbers(lines.map(lineText)));
  return found.length === 0 ? null : { picture: found.length, brands: brandsOf(found) };
}

/** The lines without those that only say what a bar code holds. */
function withoutCodes({ written, symbols }: Pick<ReceiptWords, "written" | "symbols">): string[] {
  if (symbols.length === 0) return [...written];
  const codes = new Set(symbols.map(bare));
  return written.filter((line) => !codes.has(bare(line)));
}

function bare(text: string): string {
  return text.replaceAll(/[\s*]/g, "");
}

/** The key of a tag says what its value is. */
function tagLines(tag: string): string[] {
  // JSON has digits, and what may stand between them, as they are.
  if (!mayHoldCard(tag)) return [];
  return [...tagFromJson(tag)].map(([key, value]) => `${key}: ${value}`);
}

function brandsOf(numbers: readonly CardNumber[]): string[] {
  return [...new Set(numbers.map(({ brand }) => brand))];
}
