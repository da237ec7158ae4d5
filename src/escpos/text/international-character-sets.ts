/** The ASCII cells that ESC R replaces, in the order of the strings below. */
const REPLACED_CELLS = [0x23, 0x24, 0x25, 0x2a, 0x40, 0x5b, 0x5c, 0x5d, 0x5e, 0x60, 0x7b, 0x7c, 0x7d, 0x7e];

/** The names of ESC R 0 to 17 and what their sets have there. Source: Epson ESC/POS reference, ESC R, and ISO 646. */
const SETS: readonly (readonly [name: string, characters: string])[] = [
  ["U.S.A.", "#$%*@[\\]^`{|}~"],
  ["France", "#$%*à°ç§^`éùè¨"],
  ["Germany", "#$%*§ÄÖÜ^`äöüß"],
  ["U.K.", "£$%*@[\\]^`{|}~"],
  ["Denmark I", "#$%*@ÆØÅ^`æøå~"],
  ["Sweden", "#¤%*ÉÄÖÅÜéäöåü"],
  ["Italy", "#$%*@°\\é^ùàòèì"],
  ["Spain I", "₧$%*@¡Ñ¿^´¨ñ}~"],
  ["Japan", "#$%*@[¥]^`{|}~"],
  ["Norway", "#¤%*ÉÆØÅÜéæøåü"],
  ["Denmark II", "#$%*ÉÆØÅÜéæøåü"],
  ["Spain II", "#$%*á¡Ñ¿é´íñóú"],
  ["Latin America", "#$%*á¡Ñ¿éüíñóú"],
  ["Korea", "#$%*@[₩]^`{|}~"],
  ["Slovenia and Croatia", "#$%*ŽŠĐĆČžšđćč"],
  ["China", "#¥%*@[\\]^`{|}~"],
  ["Vietnam", "₫$%*@[\\]^`{|}~"],
  ["Arabia", "#$٪٭@[\\]^`{|}~"],
];

/** First digit of the script that replaces 0 to 9 in the sets for India. */
const INDIAN_DIGITS: ReadonlyMap<number, number> = new Map([
  [66, 0x0966], // Devanagari
  [67, 0x09e6], // Bengali
  [68, 0x0be6], // Tamil
  [69, 0x0c66], // Telugu
  [70, 0x09e6], // Assamese
  [71, 0x0b66], // Oriya
  [72, 0x0ce6], // Kannada
  [73, 0x0d66], // Malayalam
  [74, 0x0ae6], // Gujarati
  [75, 0x0a66], // Punjabi
  [82, 0x0966], // Marathi
]);

/** Tamil keeps its ASCII zero. */
const TAMIL = 68;

/** True when ESC R n names a set. */
export function isInternationalCharacterSet(n: number): boolean {
  return n < SETS.length || INDIAN_DIGITS.has(n);
}

/** The name of a set of ESC R. */
export function characterSetName(n: number): string {
  return SETS[n]?.[0] ?? "digits of India";
}

/** Replaces the cells of set `n` in a table of 256 UTF-16 code units (ESC R). */
export function applyInternationalCharacterSet(table: Uint16Array, n: number): void {
  const characters = SETS[n]?.[1];
  if (characters !== undefined) {
    REPLACED_CELLS.forEach((cell, index) => {
      const unit = characters.charCodeAt(index);
      // Set 0 leaves the page alone: some pages differ from ASCII in these cells.
      if (n !== 0 && unit !== cell) table[cell] = unit;
    });
  }
  const zero = INDIAN_DIGITS.get(n);
  if (zero === undefined) return;
  for (let digit = n === TAMIL ? 1 : 0; digit <= 9; digit++) table[0x30 + digit] = zero + digit;
}
