/** Currencies without a smaller unit: in their sums no separator is a decimal one. */
const WHOLE_CURRENCIES = /[¥￥₩₫円元원]|JPY|KRW|VND|IDR|CLP|HUF|ISK|Rp|Ft/i;

/** Currencies that have decimals, two of them: a separator before three digits groups thousands. */
const DIVIDED_CURRENCIES = /[€$£₽₺₹₪₴฿]|EUR|USD|GBP|CHF|CAD|AUD|SEK|NOK|DKK|PLN|CZK|BRL|MXN|zł|Kč/i;

const NUMBER = /\p{Nd}(?:[\p{Nd}.,'’٫٬\s\u{a0}\u{202f}]*\p{Nd})?/u;

/**
 * Writes a sum of money as a receipt has it, with or without its currency, as digits with one point before the decimals
 * and a sign where it is negative: `1.234,50 €` as `1234.50`, `¥1,234` as `1234`. Nothing is added or rounded. A sum
 * that could be read in two ways, such as `1,234` without a currency, and a text that is none stay as they are.
 * @param areThousands whether a separator before three digits is known to group thousands
 */
export function readAmount(text: string, areThousands: boolean): string {
  // Full-width digits and signs, as double-byte printers have them.
  const plain = text.normalize("NFKC").replace(/[−–]/g, "-");
  const [found] = NUMBER.exec(plain) ?? [];
  if (found === undefined) return text;
  const around = plain.split(found);
  const [before = "", after = ""] = around;
  if (around.length !== 2 || /\p{Nd}/u.test(before + after)) return text;
  const digits = found
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/٫/g, ".")
    .replace(/٬/g, ",");
  const number = plainNumber(digits, plain, areThousands);
  if (number === null) return text;
  const isNegative = /-\s*\D*$/.test(before) || /^\s*-/.test(after);
  return isNegative ? `-${number}` : number;
}

/** @returns `null` when it is ambiguous or no number */
function plainNumber(digits: string, withCurrency: string, areThousands: boolean): string | null {
  const separators = digits.replace(/\d/g, "");
  const parts = digits.split(/\D/);
  const [only = "", second] = [...new Set(separators)];
  const mayBeDecimal = separators.endsWith(".") || separators.endsWith(",");
  if (separators === "") return digits;
  if (separators.length > 1 && second === undefined) return isGrouped(parts) ? parts.join("") : null;
  if (separators.length > 1) {
    // Different separators: the last is the decimal one, the others are one and the same and group thousands.
    const whole = parts.slice(0, -1);
    const areGroups = new Set(separators.slice(0, -1)).size === 1 && isGrouped(whole);
    return mayBeDecimal && areGroups ? `${whole.join("")}.${parts.at(-1)}` : null;
  }
  if (!isGrouped(parts)) {
    const isWhole = WHOLE_CURRENCIES.test(withCurrency) && parts[1]?.length !== 2;
    return mayBeDecimal && !isWhole ? parts.join(".") : null;
  }
  // Three digits behind one separator are thousands, or the fils of a dinar.
  const isKnown =
    areThousands || WHOLE_CURRENCIES.test(withCurrency) || DIVIDED_CURRENCIES.test(withCurrency);
  return isKnown || !mayBeDecimal || only === " " ? parts.join("") : null;
}

/** Whether digits are grouped in thousands: in threes, or as in India the last three and the rest in twos. */
function isGrouped(groups: readonly string[]): boolean {
  const joined = groups.join(",");
  return /^[1-9]\d{0,2}(,\d{3})+$/.test(joined) || /^[1-9]\d?(,\d{2})+,\d{3}$/.test(joined);
}

/** The digits of each script stand in order from zero on, with no digit before them. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  for (let value = 0; value < 10; value++) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) return String(value);
  }
  return digit;
}
