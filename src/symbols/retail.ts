/** What a bar code of a shop says: digits with their check digit, or why it cannot. */
export type RetailCode = { readonly digits: string; readonly note?: string } | { readonly problem: string };

/** The digit that makes the sum of digits, weighted 3 and 1 from the right, a multiple of ten (GS1). */
export function checkDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const weight = (digits.length - index) % 2 === 1 ? 3 : 1;
    sum += weight * (digits.charCodeAt(index) - 0x30);
  }
  return String((10 - (sum % 10)) % 10);
}

/**
 * The digits of a code of `length` digits. Its check digit may be left out, and the printer adds it. A wrong
 * one is drawn right, so that the code can be scanned, and noted.
 */
export function withCheckDigit(digits: string, length: number): RetailCode {
  if (!/^\d+$/.test(digits)) return { problem: "only digits are allowed" };
  if (digits.length !== length && digits.length !== length - 1)
    return { problem: `${length - 1} or ${length} digits are needed` };
  return checked(digits.slice(0, length - 1), digits.slice(length - 1));
}

/**
 * Brings UPC-E to its 8 digits: number system 0, six digits, check digit. 11 and 12 digits are UPC-A, from
 * which zeros are left out. Source: Epson ESC/POS reference, GS k, system 66.
 */
export function upcE(digits: string): RetailCode {
  if (!/^\d+$/.test(digits)) return { problem: "only digits are allowed" };
  const { length } = digits;
  if (length !== 6 && digits[0] !== "0") return { problem: "the number system must be 0" };
  if (length === 6) return shortened(digits, "");
  if (length === 7 || length === 8) return shortened(digits.slice(1, 7), digits.slice(7));
  if (length !== 11 && length !== 12) return { problem: "6, 7, 8, 11 or 12 digits are needed" };
  const six = withoutZeros(digits);
  return six === undefined ? { problem: "it has no zeros to leave out" } : shortened(six, digits.slice(11));
}

/** The check digit of UPC-E is that of the UPC-A it stands for. */
function shortened(six: string, given: string): RetailCode {
  const code = checked(withZeros(six), given);
  if ("problem" in code) return code;
  return { ...code, digits: `0${six}${code.digits.at(-1) ?? ""}` };
}

function checked(digits: string, given: string): RetailCode {
  const right = checkDigit(digits);
  if (given === "" || given === right) return { digits: digits + right };
  return { digits: digits + right, note: `check digit ${given} is wrong and drawn as ${right}` };
}

/** The 11 digits of UPC-A that six digits of UPC-E stand for. */
function withZeros(six: string): string {
  const last = six[5] ?? "0";
  if (last <= "2") return `0${six.slice(0, 2)}${last}0000${six.slice(2, 5)}`;
  if (last === "3") return `0${six.slice(0, 3)}00000${six.slice(3, 5)}`;
  if (last === "4") return `0${six.slice(0, 4)}00000${six.slice(4, 5)}`;
  return `0${six.slice(0, 5)}0000${last}`;
}

function withoutZeros(digits: string): string | undefined {
  const maker = digits.slice(1, 6);
  const product = digits.slice(6, 11);
  const candidates = [
    `${maker.slice(0, 2)}${product.slice(2)}${maker.slice(2, 3)}`,
    `${maker.slice(0, 3)}${product.slice(3)}3`,
    `${maker.slice(0, 4)}${product.slice(4)}4`,
    `${maker}${product.slice(4)}`,
  ];
  return candidates.find((six) => withZeros(six) === digits.slice(0, 11));
}
