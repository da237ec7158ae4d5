import { describe, expect, test } from "bun:test";
import { SURE_CONFIDENCE } from "../../src/recognition/engine/confidence.ts";
import { foundLanguages } from "../../src/recognition/found-languages.ts";
import { languagesToRead, machineLanguage } from "../../src/recognition/reading-languages.ts";
import { codeTexts, guessedLines } from "../../src/recognition/recognised-text.ts";
import type { RecognisedLine, Recognition } from "../../src/recognition/recognised.ts";

/** A line of words, each with its place in characters of ten dots, and how sure it is. */
function line(
  ...words: readonly (readonly [text: string, at: number, confidence?: number])[]
): RecognisedLine {
  return {
    box: { x: 0, y: 0, width: 480, height: 20 },
    words: words.map(([text, at, confidence = 95]) => ({
      text,
      confidence,
      box: { x: at * 10, y: 0, width: text.length * 10, height: 20 },
    })),
  };
}

const recognitionOf = (...lines: RecognisedLine[]): Recognition => [
  {
    box: { x: 0, y: 0, width: 480, height: 100 },
    lines,
    codes: [{ system: "QR code", text: "https://shop.example", box: { x: 0, y: 50, width: 50, height: 50 } }],
  },
];

describe("lines as rules read them", () => {
  test("have as many blanks as fit between columns, and one between words", () => {
    const lines = guessedLines(
      recognitionOf(line(["2", 0], ["Pizza", 2.5], ["9.50", 20]), line(["Total", 0])),
    );
    expect(lines.map(({ text }) => text)).toEqual([`2 Pizza${" ".repeat(13)}9.50`, "Total"]);
    expect(codeTexts(recognitionOf())).toEqual(["https://shop.example"]);
  });

  test("say which numbers are guesses", () => {
    const [first] = guessedLines(
      recognitionOf(line(["Total", 0, 20], ["9.50", 6, SURE_CONFIDENCE - 1], ["1.00", 11, SURE_CONFIDENCE])),
    );
    const guesses = first?.unsure.map(({ start, end }) => first.text.slice(start, end));
    expect(guesses).toEqual(["9.50"]);
  });
});

describe("the language of a receipt", () => {
  const of = (text: string) =>
    foundLanguages(recognitionOf(line(...text.split(" ").map((word, at) => [word, at * 12] as const))));

  test.each([
    ["eng", "Thank you for your visit Subtotal Tax Change"],
    ["deu", "Vielen Dank für Ihren Einkauf Summe Rückgeld MwSt"],
    ["fra", "Merci de votre visite TVA Montant Rendu Commande"],
    ["spa", "Gracias por su compra Efectivo Cambio Fecha"],
    ["ita", "Grazie Scontrino Contanti Resto Arrivederci"],
    ["por", "Obrigado pela sua preferência Troco Dinheiro"],
  ])("%s is told by its words", (language, text) => {
    expect(of(text)[0]).toBe(language);
  });

  test("is not told by too few, nor by those that several languages have", () => {
    expect(of("Total IVA 9,50")).toEqual([]);
    expect(of("Summe 9,50")).toEqual([]);
  });
});

describe("the languages that are read", () => {
  test.each<[string, chosen: string[], found: string[], own: string | null, expected: string[]]>([
    ["those that were chosen", ["por", "jpn"], ["deu"], "fra", ["por", "jpn"]],
    ["English alone where nothing is known", [], [], null, ["eng"]],
    ["the machine's and English", [], [], "deu", ["deu", "eng"]],
    ["that of the shop before that of the machine", [], ["fra", "eng"], "deu", ["fra", "eng"]],
    ["English alone where the shop is English", [], ["eng", "fra"], "deu", ["eng"]],
  ])("are %s", (_name, chosen, found, own, expected) => {
    expect(languagesToRead({ chosen, found, own })).toEqual(expected);
  });

  test.each([
    [{ LANG: "de_DE.UTF-8" }, "deu"],
    [{ LANG: "de_DE.UTF-8", LC_ALL: "pt_BR.UTF-8" }, "por"],
    [{ LANG: "C" }, null],
  ])("the machine's, from %p, is %p", (environment, expected) => {
    expect(machineLanguage(environment)).toBe(expected);
  });
});
