import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { fromDots } from "../../../src/escpos/raster.ts";
import { modelFiles } from "../../../src/recognition/engine/languages.ts";
import { Recogniser } from "../../../src/recognition/engine/recogniser.ts";
import { bytes, ESC, GS } from "../../escpos/bytes.ts";
import { SCANNED_SYMBOLS, receiptOfSymbols } from "../../symbols/receipt-of-symbols.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { below, drawnAs, noise, paperOf, textOf } from "./pictures.ts";

/** CP1252, in which all of these languages can be printed. */
const LATIN = [ESC, 0x74, 16];

interface Case {
  readonly language: string;
  readonly print: Uint8Array;
  readonly lines: readonly string[];
}

const CASES: readonly Case[] = [
  {
    language: "eng",
    print: bytes(
      LATIN,
      "Corner Coffee\nOrder 62240-009-4285\nCroissant        12.93\nTOTAL            12.93\n",
    ),
    lines: ["Corner Coffee", "Order 62240-009-4285", "Croissant 12.93", "TOTAL 12.93"],
  },
  {
    language: "deu",
    print: bytes(LATIN, "Gasthaus zum L\xf6wen\nBestellung 54504-006-6657\nGemischter Salat  48,36\n"),
    lines: ["Gasthaus zum Löwen", "Bestellung 54504-006-6657", "Gemischter Salat 48,36"],
  },
  {
    language: "fra",
    print: bytes(LATIN, "Servi par H\xe9l\xe8ne\nCommande 91034-007-4601\nTarte aux pommes  9,46\n"),
    lines: ["Servi par Hélène", "Commande 91034-007-4601", "Tarte aux pommes 9,46"],
  },
];

test.each([...CASES])(
  "a receipt in $language that is a picture is read",
  async ({ language, print, lines }) => {
    const recogniser = await Recogniser.open({
      languages: [language, "eng"].slice(0, language === "eng" ? 1 : 2),
    });
    expect(textOf(await recogniser.recognise(paperOf(print)))).toEqual([...lines]);
    recogniser.close();
  },
);

test("models of a folder are read with, gzipped or not, before those in the program", async () => {
  const folder = temporaryFolder();
  copyFileSync(modelFiles().get("eng") ?? "", join(folder, "nld.traineddata.gz"));
  const recogniser = await Recogniser.open({ languages: ["nld"], modelsFolder: folder });
  expect(textOf(await recogniser.recognise(paperOf(bytes("Order 4285\n"))))).toEqual(["Order 4285"]);
  recogniser.close();
});

test("a language without a model is refused", async () => {
  const opening = Recogniser.open({ languages: ["eng", "../eng"] });
  await expect(opening).rejects.toThrow('there is no model for the language "../eng"');
});

test("a file that is no model is refused", async () => {
  const folder = temporaryFolder();
  await Bun.write(join(folder, "xyz.traineddata"), "this is no model");
  const opening = Recogniser.open({ languages: ["xyz"], modelsFolder: folder });
  await expect(opening).rejects.toThrow("the models of xyz cannot be used");
});

describe("with English", () => {
  let recogniser: Recogniser;
  beforeAll(async () => {
    recogniser = await Recogniser.open({ languages: ["eng"] });
  });
  afterAll(() => recogniser.close());

  const ORDER = paperOf(bytes("Order 62240-009-4285\n"));

  test("words are where they are printed", async () => {
    const [line] = (await recogniser.recognise(paperOf(bytes("\n\n    Order    4285\n")))).lines;
    const [order, number] = line?.words ?? [];
    // Font A: 12 dots a column; two blank lines above.
    expect(order?.box.x).toBeWithin(46, 54);
    expect(number?.box.x).toBeWithin(13 * 12 - 2, 13 * 12 + 6);
    expect(number?.box.width).toBeWithin(38, 52);
    expect(order?.box.y).toBeWithin(60, 85);
    expect(order?.confidence).toBeWithin(50, 101);
  });

  test("a number in doubt has what else it may be, other words have nothing", async () => {
    const picture = await recogniser.recognise(
      paperOf(bytes("Corner Coffee\nOrder Kasse1/05881\nTea 12.93\n")),
    );
    expect(textOf(picture)).toEqual(["Corner Coffee", "Order Kassel/05881", "Tea 12.93"]);
    const alternatives = picture.lines.flatMap(({ words }) => words.map((word) => word.alternatives));
    expect(alternatives.filter((each) => each !== undefined)).toEqual([["Kasse1/05881"]]);
  });

  test("white on black and text between rules is read", async () => {
    const inverse = bytes([GS, 0x42, 1], "  Order 4285  \n", [GS, 0x42, 0]);
    const rule = drawnAs(Array.from({ length: 3 }, () => "#".repeat(576)));
    const picture = below(below(rule, 8, paperOf(inverse)), 8, rule);
    expect(textOf(await recogniser.recognise(picture))).toEqual(["Order 4285"]);
  });

  test("codes are read", async () => {
    const { codes } = await recogniser.recognise(paperOf(receiptOfSymbols()));
    const names = SCANNED_SYMBOLS.map((scanned) => scanned.slice(scanned.indexOf(" ") + 1));
    expect(codes.map(({ text }) => text).toSorted()).toEqual(names.toSorted());
    expect(codes.map(({ system }) => system)).toContain("QR code");
  });

  test.each([
    { name: "without a row", picture: { columns: 576, rows: 0, bytes: new Uint8Array() } },
    { name: "without a column", picture: { columns: 0, rows: 100, bytes: new Uint8Array() } },
    { name: "that is blank", picture: noise(576, 400, 0) },
    { name: "that is black", picture: noise(576, 400, 1) },
    {
      name: "with fewer bytes than it claims",
      picture: { columns: 576, rows: 400, bytes: new Uint8Array(5) },
    },
  ])("a picture $name gives nothing, and no note", async ({ picture }) => {
    const { lines, codes, note } = await recogniser.recognise(picture);
    expect({ lines, codes, note }).toEqual({ lines: [], codes: [], note: undefined });
  });

  test.each([
    { share: 0.03, told: undefined },
    { share: 0.08, told: "Part of the picture is a photograph or noise and was not read." },
    { share: 0.3, told: "Part of the picture is a photograph or noise and was not read." },
    { share: 0.8, told: undefined },
  ])("noise with $share of black is left out, and what is below it is read", async ({ share, told }) => {
    const picture = await recogniser.recognise(below(noise(576, 2_000, share), 200, ORDER));
    expect({ text: textOf(picture), note: picture.note }).toEqual({
      text: ["Order 62240-009-4285"],
      note: told,
    });
  });

  test.each([
    { what: "noise that is taken for lines", picture: noise(576, 2_000, 0.5) },
    { what: "stripes", picture: fromDots(576, 2_000, (row) => row % 20 < 10) },
    { what: "a grid", picture: fromDots(576, 2_000, (row, column) => row % 16 < 10 && column % 16 < 10) },
  ])("$what is given up soon", async ({ picture }) => {
    const { lines, note } = await recogniser.recognise(picture);
    expect({ lines, note }).toEqual({
      lines: [],
      note: "Part of the picture is a photograph or noise and was not read.",
    });
  });

  test("a picture wider than any paper is not read", async () => {
    const { lines, note } = await recogniser.recognise(noise(8_000, 8, 0.5));
    expect({ lines, note }).toEqual({
      lines: [],
      note: "The picture is wider than 4096 dots and was not read.",
    });
  });

  test("a picture of 100,000 rows is read to its end", async () => {
    const picture = below(ORDER, 100_000, ORDER);
    const { lines } = await recogniser.recognise(picture);
    expect(textOf({ ...(await recogniser.recognise(ORDER)), lines })).toEqual([
      "Order 62240-009-4285",
      "Order 62240-009-4285",
    ]);
    expect(lines[1]?.box.y).toBeGreaterThan(100_000);
  });

  test("what was read when the time is over is kept, and told", async () => {
    let lines = 0;
    const picture = paperOf(bytes("Order 4285\n".repeat(30)));
    const { note, ...read } = await recogniser.recognise(picture, {
      milliseconds: 1,
      between: () => {
        lines++;
      },
    });
    expect(note).toMatch(/^The picture took longer than 0\.001 s: below row \d+ it was not read\.$/);
    expect(read.lines.length).toBeLessThan(30);
    expect(lines).toBeLessThan(30);
  });

  test("time that others take counts not as the picture's", async () => {
    const picture = paperOf(bytes("Order 4285\nOrder 4286\n"));
    const between = () => Bun.sleep(60);
    const { lines, note } = await recogniser.recognise(picture, { milliseconds: 60_000, between });
    expect({ lines: lines.length, note }).toEqual({ lines: 2, note: undefined });
  });

  test("a reading that is called off throws the reason", async () => {
    const signal = AbortSignal.abort(new Error("the print was deleted"));
    await expect(recogniser.recognise(ORDER, { signal })).rejects.toThrow("the print was deleted");
  });
});
