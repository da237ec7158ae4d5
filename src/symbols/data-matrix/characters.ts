/** What a character is in the encodations of DataMatrix that take several in a few codewords. Source: ISO/IEC 16022, 5.2.5 to 5.2.8. */

/** The values 0 to 2 of C40 and Text announce a character of another set. */
const SECOND_SET = 1;
const THIRD_SET = 2;
/** In the second set: the character that follows has its highest bit set. */
const UPPER_SHIFT = 30;

const SECOND_SET_CHARACTERS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_";

/** The values of a byte in C40, which takes capitals as one, or in Text, which takes small letters as one. */
export function tripleValues(byte: number, isText: boolean): readonly number[] {
  if (byte >= 0x80) return [SECOND_SET, UPPER_SHIFT, ...tripleValues(byte - 0x80, isText)];
  const character = String.fromCharCode(byte);
  if (byte < 0x20) return [0, byte];
  if (byte === 0x20) return [3];
  if (byte >= 0x30 && byte <= 0x39) return [byte - 0x30 + 4];
  const second = SECOND_SET_CHARACTERS.indexOf(character);
  if (second >= 0) return [SECOND_SET, second];
  // The third set has the letters that the first has not, and what stands behind each kind in ASCII.
  const isSmall = byte >= 0x60;
  const isLetter = /[A-Za-z]/.test(character);
  if (isLetter && isSmall === isText) return [(byte & 0x1f) - 1 + 14];
  return [THIRD_SET, byte & 0x1f];
}

const X12_CHARACTERS = "\r*> 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The value of a byte in X12, -1 if it has none. */
export function x12Value(byte: number): number {
  return X12_CHARACTERS.indexOf(String.fromCharCode(byte));
}

/** True for a byte that EDIFACT takes. */
export function isEdifact(byte: number): boolean {
  return byte >= 0x20 && byte <= 0x5e;
}

/** True for a digit, of which ASCII takes two in a codeword. */
export function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
