import { describe, expect, test } from "bun:test";
import { noteAlternatives, twinsOf } from "../../../src/recognition/engine/alternatives.ts";
import { type Dots, dotsOf } from "../../../src/recognition/engine/dots.ts";
import { findLines } from "../../../src/recognition/engine/lines.ts";
import { restorePoints } from "../../../src/recognition/engine/points.ts";
import { rereadPrefixes } from "../../../src/recognition/engine/prefix-letters.ts";
import { type LineBeingRead, rereadRepeated } from "../../../src/recognition/engine/repeated-letters.ts";
import { runsOf } from "../../../src/recognition/engine/runs.ts";
import { agree, isDoubtful, likeliestNumbers } from "../../../src/recognition/engine/second-reading.ts";
import { joinAmounts, partWords } from "../../../src/recognition/engine/spaces.ts";
import type { Letter } from "../../../src/recognition/engine/letters.ts";
import { isMarkedZero } from "../../../src/recognition/engine/zeros.ts";
import { bytes, ESC } from "../../escpos/bytes.ts";
import { drawnAs, paperOf } from "./pictures.ts";

/** CP858, which has the euro at D5. */
const EURO = "\xd5";

/** What is printed, as its dots, its lines, and a word a line that the engine is to have read. */
function printed(texts: readonly string[], read: readonly string[], confidence = 90) {
  const paper = paperOf(bytes([ESC, 0x74, 19], texts.join("\n"), "\n"));
  const dots = dotsOf(paper, 0, paper.rows);
  const boxes = findLines(dots) ?? [];
  const lines = boxes.map((box, at) => ({ box, words: [{ text: read[at] ?? "", confidence, box }] }));
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
    { print: "F - 2026", read: "F-2026", parted: ["F-2026"] },
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
    { read: ["56570", "-007", "-2995"], gap: 8, joined: ["56570-007-2995"] },
    { read: ["56570", "-", "007", "-2995"], gap: 8, joined: ["56570-007-2995"] },
    { read: ["56570", "-007"], gap: 14, joined: ["56570", "-007"] },
    { read: ["Table", "-007"], gap: 8, joined: ["Table", "-007"] },
    { read: ["2", "-5"], gap: 8, joined: ["2", "-5"] },
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
    const { dots, lines } = printed(print, read, 80);
    rereadRepeated(dots, lines);
    expect(lines.map(({ words }) => words[0]?.text)).toEqual([...reread]);
  });

  test("but for what was read surely", () => {
    const { dots, lines } = printed(["88388", "38833"], ["88388", "98833"], 90);
    rereadRepeated(dots, lines);
    expect(lines.map(({ words }) => words[0]?.text)).toEqual(["88388", "98833"]);
  });
});

describe("letters before a number are read by the other letters of the picture", () => {
  test.each([
    { what: "a digit", print: "S/61249", read: "5/61249", reread: "S/61249" },
    { what: "a currency", print: "S/61249", read: "$/61249", reread: "S/61249" },
    { what: "one of several", print: "SO12434", read: "S012434", reread: "SO12434" },
    { what: "a digit between letters", print: "POS/61249", read: "P0S/61249", reread: "POS/61249" },
    { what: "a currency that touches", print: "S/88249", read: "$/8249", reread: "S/8249" },
    { what: "what is a digit", print: "5/61249", read: "5/61249", reread: "5/61249" },
    { what: "a number without any", print: "50124345", read: "50124345", reread: "50124345" },
    { what: "an amount", print: "$61.24", read: "$61.24", reread: "$61.24" },
  ])("$what", ({ print, read, reread }) => {
    const others = ["SOUP", "OS", "5500", "2050"];
    const { dots, lines } = printed([...others, print], [...others, read]);
    rereadPrefixes(dots, lines);
    expect(lines.map(({ words }) => words[0]?.text)).toEqual([...others, reread]);
  });
});

describe("of several readings of a number the likeliest is taken", () => {
  const box = { x: 10, y: 0, width: 60, height: 20 };
  const word = (text: string, confidence: number, x = 10) => ({ text, confidence, box: { ...box, x } });

  test.each([
    { what: "the surer one", read: [word("5012434", 60), word("SO12434", 80)], taken: "SO12434" },
    {
      what: "the first, if that is surer",
      read: [word("SO12434", 80), word("5012434", 60)],
      taken: "SO12434",
    },
    { what: "that of most", read: [word("9907", 80), word("9007", 60), word("9007", 50)], taken: "9007" },
    {
      what: "one with as many letters as there are",
      read: [word("S$/03517", 70), word("S/03517", 50)],
      taken: "S/03517",
    },
    { what: "one without letters in it", read: [word("05638", 55), word("0563B", 74)], taken: "05638" },
    {
      what: "only of what is in its place",
      read: [word("12.50", 60), word("7.00", 80, 200)],
      taken: "12.50",
    },
    { what: "no letters", read: [word("12.50", 60), word("tea", 80)], taken: "12.50" },
    { what: "no number for letters", read: [word("tea", 60), word("73a", 80)], taken: "tea" },
  ])("$what", ({ read, taken }) => {
    expect(
      texts(
        likeliestNumbers(
          read.map((each) => [each]),
          () => 7,
        ),
      ),
    ).toEqual([taken]);
  });

  test.each([
    { what: "the same", one: ["Order", "9007"], other: ["order", "9007"], isSame: true },
    { what: "another number", one: ["9007"], other: ["9907"], isSame: false },
    { what: "too many characters", one: ["90007"], other: ["90007"], isSame: false },
    { what: "a number less", one: ["9007", "2024"], other: ["9007"], isSame: false },
  ])("two agree: $what", ({ one, other, isSame }) => {
    const wordsOf = (read: readonly string[]) => read.map((text) => word(text, 60));
    expect(agree(wordsOf(one), wordsOf(other), () => 4)).toBe(isSame);
  });

  test.each([
    { text: "S012434", confidence: 60, isAsked: true },
    { text: "S012434", confidence: 95, isAsked: false },
    { text: "S0124345", confidence: 95, isAsked: true },
    { text: "12.50", confidence: 95, isAsked: false },
    { text: "2x", confidence: 10, isAsked: false },
  ])("$text at $confidence", ({ text, confidence, isAsked }) => {
    expect(isDoubtful(word(text, confidence), () => 7)).toBe(isAsked);
  });
});

test("of several readings those that are fairly sure are kept, the surest first, each once", () => {
  const box = { x: 10, y: 0, width: 60, height: 20 };
  const read = [
    { text: "9907", confidence: 80, box },
    { text: "9007", confidence: 90, box },
    { text: "9007", confidence: 60, box },
    { text: "9097", confidence: 20, box },
  ];
  const [word] = likeliestNumbers(
    read.map((each) => [each]),
    () => 4,
  );
  expect(word).toMatchObject({ text: "9007", alternatives: ["9007", "9907"] });
});

describe("letters and digits that look alike", () => {
  test.each([
    { text: "5/19997", twins: ["S/19997"] },
    { text: "S/19997", twins: ["5/19997"] },
    { text: "5044445", twins: ["SO44445", "S044445"] },
    { text: "$044445", twins: ["SO44445", "S044445", "5044445"] },
    { text: "4484531", twins: ["#484531"] },
    { text: "#484531", twins: ["4484531"] },
    { text: "H111561", twins: ["#111561"] },
    { text: "829041", twins: ["B29041"] },
    { text: "Kassel/05881", twins: ["Kasse1/05881"] },
    { text: "POS/47688", twins: [] },
    { text: "31145-011-8731", twins: [] },
    { text: "9907", twins: [] },
    { text: "Kassel", twins: [] },
    { text: "12.50", twins: [] },
  ])("of $text", ({ text, twins }) => {
    expect(twinsOf(text)).toEqual([...twins]);
  });
});

describe("what a number may be instead", () => {
  /** The words of the last line when that is noted. */
  const noted = (dots: Dots, lines: readonly LineBeingRead[]) => {
    const asRead = lines.map(({ words }) => words);
    noteAlternatives(dots, lines, asRead);
    return lines.at(-1)?.words ?? [];
  };

  /** The alternatives of the last line, read with a confidence, of which the engine had other readings. */
  const alternativesOf = (print: string, read: string, confidence: number, readings: string[] = []) => {
    const others = ["01234", "56789", "01234", "56789"];
    const { dots, lines } = printed([...others, print], [...others, read], confidence);
    const last = lines.at(-1);
    if (last) last.words = last.words.map((word) => ({ ...word, alternatives: readings }));
    return noted(dots, lines)[0]?.alternatives;
  };

  test.each([
    { what: "other readings", print: "9007", read: "9007", readings: ["9907"], expected: ["9907"] },
    { what: "what looks alike", print: "S/19997", read: "5/19997", readings: [], expected: ["S/19997"] },
    {
      what: "what its digits look like",
      print: "1385-27",
      read: "1335-27",
      readings: [],
      expected: ["1385-27"],
    },
    {
      what: "the same, of one with a digit too many",
      print: "56570-007-2995",
      read: "56570-0607-2995",
      readings: [],
      expected: ["56570-007-2995"],
    },
    {
      what: "no number",
      print: "9007",
      read: "9007",
      readings: ["goat", "99", "90.07"],
      expected: undefined,
    },
    {
      what: "four at the most",
      print: "9007",
      read: "9007",
      readings: ["9001", "9002", "9003", "9004", "9005"],
      expected: ["9001", "9002", "9003", "9004"],
    },
    { what: "nothing of an amount", print: "90.07", read: "90.07", readings: ["90.01"], expected: undefined },
    { what: "nothing of few digits", print: "907", read: "907", readings: ["9007"], expected: undefined },
  ])("$what", ({ print, read, readings, expected }) => {
    expect(alternativesOf(print, read, 80, [...readings])).toEqual(expected);
  });

  test("is not asked of a sure one", () => {
    expect(alternativesOf("9007", "9007", 92, ["9907"])).toBeUndefined();
  });

  test.each([
    { print: "#1211", expected: ["#1211"] },
    { print: "41211", expected: undefined },
  ])("is a # where a sure 4 is none by the others: $print", ({ print, expected }) => {
    const { dots, lines } = printed(["4004", print], ["4004", "41211"], 95);
    expect(noted(dots, lines)[0]?.alternatives).toEqual(expected);
  });

  test("is what was read before it was corrected, however sure that was", () => {
    const { dots, lines } = printed(["9007"], ["9007"], 95);
    const asRead = lines.map(({ words }) => words.map((word) => ({ ...word, text: "9907" })));
    noteAlternatives(dots, lines, asRead);
    expect(lines[0]?.words).toMatchObject([{ text: "9007", alternatives: ["9907"] }]);
  });

  test("is told of so many numbers only", () => {
    const box = { x: 0, y: 0, width: 10, height: 10 };
    const words = Array.from({ length: 500 }, (_, at) => ({
      text: `5/${10_000 + at}`,
      confidence: 50,
      box,
    }));
    const line = { box, words: words as LineBeingRead["words"] };
    noteAlternatives({ columns: 10, rows: 10, ink: new Uint8Array(100) }, [line], [line.words]);
    expect(line.words.filter(({ alternatives }) => alternatives !== undefined)).toHaveLength(60);
  });
});

test("a word that is parted loses the other readings, which are of all of it", () => {
  const { dots, lines } = printed(["2 x 3,40"], ["2x3,40"]);
  const [line] = lines;
  const words = line?.words.map((word) => ({ ...word, alternatives: ["2x3,46"] })) ?? [];
  const parts = line ? partWords(dots, line.box, words) : [];
  expect(parts.map(({ alternatives }) => alternatives)).toEqual([undefined, undefined, undefined]);
});

test("letters that lean over each other without touching are apart", () => {
  const picture = drawnAs([
    "####      ##",
    "#        ## ",
    "####    ##  ",
    "   #   ##   ",
    "####  ##    ",
    "     ##     ",
    "    ##      ",
    "   ##       ",
  ]);
  const dots = dotsOf(picture, 0, picture.rows);
  const whole = { x: 0, y: 0, width: picture.columns, height: picture.rows };
  expect(runsOf(dots, whole, whole).map(({ left, right }) => [left, right])).toEqual([
    [0, 4],
    [3, 12],
  ]);
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
