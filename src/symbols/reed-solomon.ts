/**
 * Reed–Solomon error correction over the 256 bytes as a field, by tables of logarithms. Source: ISO/IEC 18004, annex A.
 */

/** x⁸ + x⁴ + x³ + x² + 1, the polynomial of QR codes. */
const FIELD_POLYNOMIAL = 0x11d;

/** Elements of the field but 0: the order of its powers. */
const ORDER = 255;

/** Powers of the generating element, twice over so that a sum of two logarithms needs no remainder; and the logarithms. */
const POWERS = new Uint8Array(2 * ORDER);
const LOGARITHMS = new Uint8Array(256);

for (let power = 0, value = 1; power < ORDER; power++) {
  POWERS[power] = value;
  POWERS[power + ORDER] = value;
  LOGARITHMS[value] = power;
  value <<= 1;
  if (value > 0xff) value ^= FIELD_POLYNOMIAL;
}

const generators = new Map<number, Uint8Array>();

/** Logarithms of the coefficients of the generator of `count` codewords, without the first, which is 1. None of them is 0. */
function generatorOf(count: number): Uint8Array {
  return generators.getOrInsertComputed(count, () => {
    const coefficients = new Uint8Array(count + 1);
    coefficients[0] = 1;
    for (let root = 0; root < count; root++) {
      for (let index = root + 1; index > 0; index--) {
        const before = coefficients[index - 1] ?? 0;
        coefficients[index] = (coefficients[index] ?? 0) ^ product(before, root);
      }
    }
    return coefficients.subarray(1).map((coefficient) => LOGARITHMS[coefficient] ?? 0);
  });
}

/** A value times the generating element to a power. */
function product(value: number, power: number): number {
  return value === 0 ? 0 : (POWERS[(LOGARITHMS[value] ?? 0) + power] ?? 0);
}

/** The `count` codewords of error correction for a block of data. */
export function errorCorrection(data: Uint8Array, count: number): Uint8Array {
  const generator = generatorOf(count);
  const division = new Uint8Array(data.length + count);
  division.set(data);
  for (let at = 0; at < data.length; at++) {
    const factor = division[at] ?? 0;
    if (factor === 0) continue;
    const logarithm = LOGARITHMS[factor] ?? 0;
    for (let index = 0; index < count; index++) {
      const term = POWERS[(generator[index] ?? 0) + logarithm] ?? 0;
      division[at + 1 + index] = (division[at + 1 + index] ?? 0) ^ term;
    }
  }
  return division.subarray(data.length);
}
