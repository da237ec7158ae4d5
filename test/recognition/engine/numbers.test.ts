import { describe, expect, test } from "bun:test";
import { dotsOf } from "../../../src/recognition/engine/dots.ts";
import { findLines } from "../../../src/recognition/engine/lines.ts";
import { restorePoints } from "../../../src/recognition/engine/points.ts";
import { rereadRepeated } from "../../../src/recognition/engine/repeated-letters.ts";
import { joinAmounts, partWords } from "../../../src/recognition/engine/spaces.ts";
import type { Letter } from "../../../src/recognition/engine/letters.ts";
import { isMarkedZero } from "../../../src/recognition/engine/zeros.ts";
import { bytes, ESC } from "../../escpos/bytes.ts";
import { drawnAs, paperOf } from "./pictures.ts";

/** CP858, which has the euro at D5. */
const EURO = "\xd5";

/** What is printed, as its dots, its lines, and a word a line that the engine is to have read. */
function printed(texts: readonly string[], read: readonly string[]) {
  const paper = paperOf(bytes([ESC, 0x74, 19], texts.join("\n"), "\n"));
  const dots = dotsOf(paper, 0, paper.rows);
  const boxes = findLines(dots) ?? [];
  const lines = boxes.map((box, at) => ({ box, words: [{ text: read[at] ?? "", confidence: 90, box }] }));
  return { dots, lines };
}

const texts = (words: readonly { readonly text: string }[]) => words.map(({ text }) => text);

describe("words are parted", () => {
  test.each([
    { print: `3,10 ${EURO}`, read: "3,10€", parted: ["3,10", "€"] },
    { print: `3,10${EURO}`, read: "3,10€", parted: ["3,10€"] },
    { print: `${EURO} 27.30`, read: "€27.30", parted: ["€", "27.30"] },
    { print: "2 x 3,40", read: "2x3,40", parted: ["2", "x", "3,40"] },
    { print: "31145-011-8731", read: "31145-011-8731", parted: ["31145-011-8731"] },
    { print: "11/12/2026", read: "11/12/2026", parted: ["11/12/2026"] },
  ])("$read of the paper's $print", ({ print, read, parted }) => {
    const { dots, lines } = printed([print], [read]);
    const [line] = lines;
    expect(texts(line ? partWords(dots, line.box, line.words) : [])).toEqual([...parted]);
  });
});

describe("amounts are joined", () => {
  const line = { x: 0, y: 0, width: 576, height: 20 };
  /** Words of 10 dots a character, each `gap` dots behind the one before. */
  const wordsOf = (read: readonly string[], gap: number) => {
    let x = -gap;
    return read.map((text) => {
      const box = { x: x + gap, y: 0, width: 10 * text.length, height: 20 };
      x = box.x + box.width;
      return { text, confidence: 90, box };
    });
  };

  test.each([
    { read: ["€", "143,", "36"], gap: 8, joined: ["€", "143,36"] },
    { read: ["143,", "36"], gap: 30, joined: ["143,", "36"] },
    { read: ["4,54€", "€"], gap: 8, joined: ["4,54", "€"] },
    { read: ["Tea,", "36"], gap: 8, joined: ["Tea,", "36"] },
    { read: ["€", "€"], gap: 8, joined: ["€"] },
  ])("$read, $gap dots apart", ({ read, gap, joined }) => {
    expect(texts(joinAmounts(line, wordsOf(read, gap)))).toEqual([...joined]);
  });
});

describe("points are restored", () => {
  test.each([
    { print: "7.74", read: "774", restored: "7.74" },
    { print: "1223,50", read: "122350", restored: "1223,50" },
    { print: `3,72${EURO}`, read: "372€", restored: "3,72€" },
    { print: "774", read: "774", restored: "774" },
    { print: "7.74", read: "7.74", restored: "7.74" },
    { print: "1.2.77", read: "1277", restored: "1277" },
  ])("of $print, read as $read", ({ print, read, restored }) => {
    const { dots, lines } = printed([print], [read]);
    const [line] = lines;
    expect(line && texts(restorePoints(dots, line.box, line.words))).toEqual([restored]);
  });
});

describe("digits that look the same are read the same", () => {
  test.each([
    {
      what: "one wrong among many",
      print: ["88388", "38833"],
      read: ["88388", "98833"],
      reread: ["88388", "38833"],
    },
    {
      what: "a digit too many",
      print: ["36,20", "62,03", "20,36"],
      read: ["36,260", "62,03", "20,36"],
      reread: ["36,20", "62,03", "20,36"],
    },
    { what: "too few to tell", print: ["38"], read: ["39"], reread: ["39"] },
    { what: "letters that touch", print: ["5588"], read: ["558"], reread: ["558"] },
  ])("$what", ({ print, read, reread }) => {
    const { dots, lines } = printed(print, read);
    rereadRepeated(dots, lines);
    expect(lines.map(({ words }) => words[0]?.text)).toEqual([...reread]);
  });
});

describe("a zero with a mark", () => {
  const dotted = [
    "  #####  ",
    " ##   ## ",
    "##     ##",
    "##     ##",
    "##     ##",
    "##  ## ##",
    "##  ## ##",
    "##  ## ##",
    "##     ##",
    "##     ##",
    " ##   ## ",
    "  #####  ",
  ];
  const stroke = [
    "  ####  ",
    " ##  ## ",
    "##    ##",
    "#    # #",
    "#    # #",
    "#   #  #",
    "#   #  #",
    "#  #   #",
    "#  #   #",
    "# #    #",
    "##    ##",
    " ##  ## ",
    "  ####  ",
  ];
  const eight = [
    "  #####  ",
    " ##   ## ",
    "##     ##",
    "##     ##",
    " ##   ## ",
    "  #####  ",
    "  #####  ",
    " ##   ## ",
    "##     ##",
    "##     ##",
    " ##   ## ",
    "  #####  ",
  ];
  const plain = [
    "  #####  ",
    " ##   ## ",
    ...Array.from({ length: 8 }, () => "##     ##"),
    " ##   ## ",
    "  #####  ",
  ];

  test.each([
    { what: "a dot", rows: dotted, isZero: true },
    { what: "a stroke", rows: stroke, isZero: true },
    { what: "two loops, which is an 8", rows: eight, isZero: false },
    { what: "nothing in it", rows: plain, isZero: false },
  ])("$what", ({ rows, isZero }) => {
    const picture = drawnAs(rows);
    const { columns, rows: height, ink } = dotsOf(picture, 0, picture.rows);
    const letter: Letter = { character: "8", confidence: 90, word: 0, at: 0, width: columns, height, ink };
    expect(isMarkedZero(letter)).toBe(isZero);
  });
});
