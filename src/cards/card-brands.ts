/** A brand of payment cards: with what its numbers begin, and how many digits they have (ISO/IEC 7812). */
export interface CardBrand {
  readonly name: string;
  /** First and last of ranges of beginnings, both of as many digits. */
  readonly ranges: readonly (readonly [first: string, last: string])[];
  readonly lengths: readonly number[];
  /**
   * Whether a bare number is taken for one of its cards without a word about cards near it. Where beginnings are short or
   * lengths are many, too many other numbers would be.
   */
  readonly isSureAlone: boolean;
}

/** A range of one beginning. */
const only = (beginning: string) => [beginning, beginning] as const;

/** The first brand that a number fits is its own. */
export const CARD_BRANDS: readonly CardBrand[] = [
  { name: "Visa", ranges: [only("4")], lengths: [16], isSureAlone: true },
  // Older and longer ones are rare, and their lengths those of bar codes.
  { name: "Visa", ranges: [only("4")], lengths: [13, 19], isSureAlone: false },
  {
    name: "Mastercard",
    ranges: [
      ["51", "55"],
      ["2221", "2720"],
    ],
    lengths: [16],
    isSureAlone: true,
  },
  { name: "American Express", ranges: [only("34"), only("37")], lengths: [15], isSureAlone: true },
  {
    name: "Discover",
    ranges: [only("6011"), ["644", "649"], only("65")],
    lengths: [16, 17, 18, 19],
    isSureAlone: false,
  },
  { name: "JCB", ranges: [["3528", "3589"]], lengths: [16, 17, 18, 19], isSureAlone: false },
  {
    name: "Diners Club",
    ranges: [["300", "305"], only("3095"), only("36"), ["38", "39"]],
    lengths: [14, 16, 19],
    isSureAlone: false,
  },
  { name: "UnionPay", ranges: [only("62")], lengths: [16, 17, 18, 19], isSureAlone: false },
  { name: "Mir", ranges: [["2200", "2204"]], lengths: [16, 17, 18, 19], isSureAlone: false },
  {
    name: "Maestro",
    // Not 672: the numbers of German girocards, which are account numbers of a bank and no PAN of a card scheme.
    ranges: [
      only("5018"),
      only("5020"),
      only("5038"),
      only("5893"),
      only("6304"),
      only("6759"),
      ["6761", "6763"],
    ],
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    isSureAlone: false,
  },
];

/** The fewest and the most digits of any card. */
export const CARD_DIGITS = {
  fewest: Math.min(...CARD_BRANDS.flatMap(({ lengths }) => lengths)),
  most: Math.max(...CARD_BRANDS.flatMap(({ lengths }) => lengths)),
} as const;

/** The brand whose numbers are like this; `null` for none. @param digits nothing but digits */
export function brandOf(digits: string): CardBrand | null {
  return (
    CARD_BRANDS.find(
      ({ ranges, lengths }) =>
        lengths.includes(digits.length) &&
        ranges.some(([first, last]) => {
          const beginning = digits.slice(0, first.length);
          return beginning >= first && beginning <= last;
        }),
    ) ?? null
  );
}

/** Whether the last digit is the check digit of the others (Luhn, ISO/IEC 7812-1, annex B). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 0x30;
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
