/** Hebrew, Arabic, and the shapes of Arabic letters. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** From the first such letter to the last, across single spaces, digits and signs; wider gaps are columns. */
const RUN =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc](?:(?:[!-~\u00a0-\u024f]| (?! ))*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])*/g;

/** Numbers and Latin words, which read from left to right inside such a run. */
const LEFT_TO_RIGHT =
  /[0-9A-Za-z\u00c0-\u024f\u0660-\u0669](?:[0-9A-Za-z\u00c0-\u024f\u0660-\u0669.,:/%-]*[0-9A-Za-z\u00c0-\u024f\u0660-\u0669])?/g;

const SHAPES = /[\ufb50-\ufdff\ufe70-\ufefc]+/g;

/** Letters that only end a word: those of Hebrew; teh marbuta and alef maksura of Arabic. */
const FINAL_LETTER = /[ךםןףץةى]/;
const LETTER = /[\u05d0-\u05ea\u0621-\u064a]/;

/**
 * Lines with Hebrew and Arabic as they are read: letters for the shapes of letters (cp864), and the first
 * letter first. Printers put characters from left to right as they come, so most senders turn words around;
 * those that do not are told by the letters that can only end a word. Columns stay where they are.
 */
export function inReadingOrder(lines: readonly string[]): string[] {
  const evidence = lines.map((line) => (RIGHT_TO_LEFT.test(line) ? turnedAround(line) : 0));
  const whole = evidence.reduce((sum, turned) => sum + turned, 0);
  return lines.map((line, index) => {
    if (!RIGHT_TO_LEFT.test(line)) return line;
    // A line without such letters is like the others.
    const turned = evidence[index] === 0 ? whole : (evidence[index] ?? 0);
    const ordered = turned > 0 ? line.replace(RUN, turnAround) : line;
    return ordered.replace(SHAPES, (shapes) => shapes.normalize("NFKC"));
  });
}

/** Turns a run around, numbers and Latin words in it apart. */
function turnAround(run: string): string {
  return [...run]
    .toReversed()
    .join("")
    .replace(LEFT_TO_RIGHT, (word) => [...word].toReversed().join(""));
}

/** Above 0 if the words of a line stand with their last letter first, below 0 if with their first. */
function turnedAround(line: string): number {
  let evidence = 0;
  const characters = [...line];
  characters.forEach((character, index) => {
    const before = characters[index - 1] ?? " ";
    const after = characters[index + 1] ?? " ";
    if (FINAL_LETTER.test(character)) {
      const begins = !LETTER.test(before) && LETTER.test(after);
      const ends = LETTER.test(before) && !LETTER.test(after);
      evidence += begins ? 1 : ends ? -1 : 0;
    }
    const shape = joiningOf(character);
    if (shape === undefined) return;
    const next = joiningOf(after);
    // A letter that joins to the next is followed by one that joins to the one before.
    if (next !== undefined)
      evidence += shape.toNext && next.toPrevious ? -1 : shape.toPrevious && next.toNext ? 1 : 0;
  });
  return evidence;
}

interface Joining {
  readonly toPrevious: boolean;
  readonly toNext: boolean;
}

/** How many shapes each letter of Presentation Forms-B has, from U+FE80 on: isolated, final, initial, medial. */
const SHAPE_COUNTS = "1222242424444422224444444444444442242222";

/** Which of these shapes each character from U+FE80 on is. */
const SHAPE_NUMBERS = [...SHAPE_COUNTS].flatMap((count) => [...Array(Number(count)).keys()]);

function joiningOf(character: string): Joining | undefined {
  const shape = SHAPE_NUMBERS[character.charCodeAt(0) - 0xfe80];
  return shape === undefined ? undefined : { toPrevious: shape % 2 === 1, toNext: shape >= 2 };
}
