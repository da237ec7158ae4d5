import { describe, expect, test } from "bun:test";
import { decode, type Receipt } from "../../../src/escpos/escpos.ts";
import { picturesOf, scanPaper } from "../../symbols/scan.ts";
import { bytes, ESC, GS, LF, type BytePart } from "../bytes.ts";

const RS = 0x1e;

const paper = (...parts: BytePart[]): Receipt =>
  decode(bytes(...parts), { columns: 48, language: "star-line" });

/** What a scanner reads from each picture alone. */
const scan = async (receipt: Receipt): Promise<string[]> => {
  const scans: string[] = [];
  for (const picture of picturesOf(receipt.pieces)) {
    const found = await scanPaper([{ ...picture, x: 0, y: 0 }], picture.width, picture.height);
    scans.push(...found.map(({ format, text }) => `${format} ${text}`));
  }
  return scans;
};

const texts = ({ pieces }: Receipt) => pieces.flatMap((piece) => (piece.kind === "text" ? [piece.text] : []));

describe("ESC b", () => {
  /** A bar code, 60 dots high. */
  const code = (n1: number | string, data: string, n2 = 1, n3 = 2): Uint8Array =>
    bytes(ESC, "b", n1, n2, n3, 60, data, RS);

  test.each([
    [0, "01234500006", "UPCE 0012345000065"],
    [1, "12360105707", "EAN13 0123601057072"],
    [2, "5512345", "EAN8 55123457"],
    [3, "400638133393", "EAN13 4006381333931"],
    [4, "ABC-1234", "Code39 ABC-1234"],
    [5, "1234", "ITF 1234"],
    [5, "123", "ITF 0123"],
    [6, "INV-2026/0017", "Code128 INV-2026/0017"],
    [6, "50%0", "Code128 50%"],
    [6, "a%Ib", "Code128 a\tb"],
    [6, "a%1%Jb{", "Code128 a\nb{"],
    [7, "TEST93", "Code93 TEST93"],
    [8, "A40156B", "Codabar A40156B"],
    [9, "0109521234543213", "Code128 0109521234543213"],
    [10, "0100123456789", "DataBarOmni 0101001234567894"],
    ["6", "AB", "Code128 AB"],
  ])("n1 = %s: %s", async (n1, data, expected) => {
    const receipt = paper(code(n1, data));
    expect(receipt.notes).toEqual([]);
    expect(await scan(receipt)).toEqual([expected]);
  });

  test.each([
    [1, []],
    [2, ["123601057072"]],
    [3, []],
    ["4", ["123601057072"]],
  ])("n2 = %s: its characters stand below or not", (n2, expected) => {
    const receipt = paper(bytes(ESC, "b", 1, n2, 1, 60, "12360105707", RS));
    expect(texts(receipt)).toEqual(expected);
    expect(receipt.pieces[0]).toMatchObject({ kind: "raster", width: 190, height: 60 });
  });

  /** Dots of CODE39's narrow and wide elements in "**": 2 x 6 narrow, 2 x 3 wide, and a narrow gap. */
  test.each([
    [4, [2, 3, 4, 2, 3, 4, 2, 3, 4], [6, 9, 12, 5, 8, 10, 4, 6, 8]],
    [5, [2, 4, 6, 2, 4, 6, 2, 3, 4], [5, 10, 15, 4, 8, 12, 6, 9, 12]],
  ])("n1 = %d: narrow and wide elements by n3", async (n1, narrow, wide) => {
    for (let n3 = 1; n3 <= 9; n3++) {
      const [picture] = picturesOf(paper(code(n1, "12", 1, n3)).pieces);
      const runs = [...runsOf(picture?.bytes ?? new Uint8Array(), picture?.columns ?? 0)];
      expect([Math.min(...runs), Math.max(...runs)]).toEqual([narrow[n3 - 1] ?? 0, wide[n3 - 1] ?? 0]);
    }
  });

  test.each([
    ["n1", code(14, "1")],
    ["n2", code(6, "1", 5)],
    ["n3", code(6, "1", 1, 4)],
    ["n3 of two widths", code(4, "1", 1, 10)],
    ["n4", bytes(ESC, "b", [6, 1, 2, 0], "1", RS)],
  ])("%s out of range: it is discarded", (_, command) => {
    expect(paper(command, "A", LF)).toMatchObject({
      pieces: [{ text: "A" }],
      notes: ["a bar code (ESC b) is not printed: a parameter is out of range"],
    });
  });
});

/** Dots of each bar and space. */
function* runsOf(data: Uint8Array, columns: number): Generator<number> {
  const isBlack = (x: number): boolean => ((data[x >> 3] ?? 0) & (0x80 >> (x & 7))) !== 0;
  let start = 0;
  for (let x = 1; x <= columns; x++) {
    if (x < columns && isBlack(x) === isBlack(start)) continue;
    yield x - start;
    start = x;
  }
}

describe("ESC GS y", () => {
  const store = (data: string): Uint8Array =>
    bytes(ESC, GS, "yD1", [0, data.length & 0xff, data.length >> 8], data);
  const set = (fn: number | string, n: number): Uint8Array => bytes(ESC, GS, "yS", fn, n);
  const PRINT = bytes(ESC, GS, "yP");

  test("power-on settings: cells of 3 dots", async () => {
    const receipt = paper(store("hello"), PRINT);
    expect(receipt.pieces).toMatchObject([
      { width: 63, height: 63, symbol: { system: "QR code", text: "hello" } },
    ]);
    expect(await scan(receipt)).toEqual(["QRCode hello"]);
  });

  test("level and size; values out of range change nothing", () => {
    const data = "0123456789abcdef0123456789abcdef";
    expect(paper(set("1", 3), set("2", 8), store(data), PRINT).pieces).toMatchObject([{ width: 33 * 8 }]);
    expect(paper(set("1", 4), set("2", 9), store(data), PRINT).pieces).toMatchObject([{ width: 25 * 3 }]);
  });

  test("it is printed as often as is asked, aligned, and forgotten by ESC @", () => {
    const receipt = paper(store("1"), ESC, GS, "a", 1, "A", PRINT, PRINT, [ESC, 0x40], PRINT);
    expect(receipt.pieces).toMatchObject([{ text: "A" }, { x: 256, y: 32 }, { x: 256, y: 95 }]);
    expect(receipt.notes).toEqual(["QR code is not printed: no data for it is stored"]);
  });

  test("data in parts is one", async () => {
    const parts = bytes(ESC, GS, "yD2", 2, [1, 3, 0], "123", [3, 2, 0], "ab");
    expect(await scan(paper(parts, PRINT, "A", LF))).toEqual(["QRCode 123ab"]);
  });
});

describe("ESC GS x", () => {
  const store = (data: string): Uint8Array =>
    bytes(ESC, GS, "xD", [data.length & 0xff, data.length >> 8], data);
  const PRINT = bytes(ESC, GS, "xP");
  const DATA = "Ticket 00017; Row 4; Seat 12; Saturday";

  test("power-on settings: about twice as wide as high", async () => {
    const receipt = paper(store(DATA), PRINT);
    expect(await scan(receipt)).toEqual([`PDF417 ${DATA}`]);
    const { width = 0, height = 1 } = receipt.pieces[0] ?? {};
    expect(width / height).toBeWithin(1.4, 2.8);
  });

  test.each([
    ["square", [0, 1, 1], 0.7, 1.4],
    ["four times as wide as high", [0, 1, 4], 2.8, 5.6],
  ] as const)("a proportion: %s", async (_, size, least, most) => {
    const receipt = paper(ESC, GS, "xS0", size, store(DATA), PRINT);
    const { width = 0, height = 1 } = receipt.pieces[0] ?? {};
    expect(width / height).toBeWithin(least, most);
    expect(await scan(receipt)).toEqual([`PDF417 ${DATA}`]);
  });

  test("rows, columns, module and row height", () => {
    const size = bytes(ESC, GS, "xS0", [1, 20, 3], ESC, GS, "xS2", 3, ESC, GS, "xS3", 4);
    expect(paper(size, store(DATA), PRINT).pieces).toMatchObject([
      { width: (69 + 3 * 17) * 3, height: 20 * 3 * 4, symbol: { system: "PDF417", text: DATA } },
    ]);
  });

  test("rows alone: as many columns as are needed", async () => {
    const receipt = paper(ESC, GS, "xS0", [1, 8, 0], store(DATA), PRINT);
    expect(receipt.pieces).toMatchObject([{ rows: 8 }]);
    expect(await scan(receipt)).toEqual([`PDF417 ${DATA}`]);
  });

  test("a QR code does not forget it", () => {
    const qr = bytes(ESC, GS, "yD1", [0, 1, 0], "1", ESC, GS, "yP");
    const systems = paper(store(DATA), qr, PRINT).pieces.flatMap((piece) =>
      piece.kind === "raster" ? [piece.symbol?.system] : [],
    );
    expect(systems).toEqual(["QR code", "PDF417"]);
  });
});

test("ESC GS ( k is Epson's GS ( k", async () => {
  const receipt = paper(
    bytes(ESC, GS, "(k", [3, 0, 49, 67, 5], ESC, GS, "(k", [8, 0, 49, 80, 48], "hello"),
    bytes(ESC, GS, "(k", [3, 0, 49, 81, 48]),
  );
  expect(receipt.pieces).toMatchObject([{ width: 105 }]);
  expect(await scan(receipt)).toEqual(["QRCode hello"]);
});
