import { deflateSync } from "node:zlib";
import { bytes, ESC, FF, FS, GS, samplePage, sampleReceipt, type BytePart } from "./bytes.ts";
import { inCodePage, inDoubleByteCode, inJis } from "./text/encode.ts";

/** A command whose parameters have a length of two bytes: GS ( k, GS ( L, FS ( E. */
function counted(lead: number, letter: string, ...parts: readonly BytePart[]): Uint8Array {
  const data = bytes(...parts);
  return bytes(lead, "(", letter, [data.length & 0xff, data.length >> 8], data);
}

/** Stores and prints a symbol of GS ( k; `settings` are pairs of a function and its parameters. */
function symbol(kind: number, data: BytePart, ...settings: (readonly number[])[]): Uint8Array {
  return bytes(
    ...settings.map((parameters) => counted(GS, "k", [kind, ...parameters])),
    counted(GS, "k", [kind, 80, 48], data),
    counted(GS, "k", [kind, 81, 48]),
  );
}

/** GS k with a count of its data. */
function barCode(system: number, data: string): Uint8Array {
  return bytes(GS, "k", [system, data.length], data);
}

/** A checkered picture of `rows` rows of two bytes. */
const checkered = (rows: number): Uint8Array =>
  Uint8Array.from({ length: 2 * rows }, (_, at) => ((at >> 1) & 1 ? 0x55 : 0xaa));

const grocer = [ESC, 0x40, ESC, 0x61, 1, GS, 0x21, 0x11];

/** Small receipts that together use every feature of the engine, as seeds for cutting and mutation. */
export const FUZZ_RECEIPTS: readonly (readonly [feature: string, print: Uint8Array])[] = [
  ["most kinds of command", sampleReceipt()],
  ["a page", samplePage()],
  ["cp858", bytes(grocer, [ESC, 0x74, 19], inCodePage("Café crème 3,20 €\nÄpfel süß\n", "cp858"))],
  ["windows1252", bytes([ESC, 0x74, 16, ESC, 0x52, 2], inCodePage("Größe {|} naïve “x”\n", "windows1252"))],
  ["Cyrillic", bytes([ESC, 0x74, 17], inCodePage("Хлеб ржаной 45,00\nСПАСИБО\n", "cp866"))],
  ["Arabic", bytes([ESC, 0x74, 50], inCodePage("شكرا لزيارتكم 12.50\n", "windows1256"))],
  ["Thai", bytes([ESC, 0x74, 21], [0xa2, 0xcd, 0xba, 0xa4, 0xd8, 0xb3, 0xb7, 0xd5, 0xe8, 0x20], "45\n")],
  ["Shift JIS", bytes([FS, 0x43, 1], inDoubleByteCode("合計 ｶﾌｪ 千二百円\nありがとう\n", "shift_jis"))],
  ["JIS", bytes([FS, 0x43, 0, FS, 0x26], inJis("合計金額"), [FS, 0x2e], " 1200\n")],
  ["GB 18030", bytes(inDoubleByteCode("欢迎光临 合计 25元\n谢谢惠顾 请保管小票\n", "gb18030"))],
  ["Big 5", bytes([FS, 0x26, FS, 0x21, 0x8c], inDoubleByteCode("歡迎光臨 總計\n", "big5"))],
  ["Korean", bytes([FS, 0x26, FS, 0x53, 2, 4], inDoubleByteCode("합계 감사합니다\n", "euc-kr"))],
  ["UTF-8", bytes(counted(FS, "C", "0", 2), Buffer.from("Żółć 茶 😀 e\u0301 ก็\n"))],
  [
    "sizes, turns and colours",
    bytes(
      [ESC, 0x21, 0xb9],
      "big",
      [ESC, 0x56, 1, GS, 0x42, 1],
      "turned\n",
      [ESC, 0x7b, 1, ESC, 0x72, 1],
      "upside",
      [ESC, 0x5c, 0xf0, 0xff],
      "over\n",
      [GS, 0x4c, 40, 0, GS, 0x57, 90, 0, GS, 0x50, 180, 90, GS, 0x62, 1, GS, 0x21, 0x77],
      "wraps here\n",
      counted(GS, "N", [48, 50]),
      counted(GS, "N", [50, 49, 51]),
      "shadow\n",
    ),
  ],
  [
    "pictures",
    bytes(
      [GS, 0x76, 0x30, 3, 2, 0, 9, 0],
      checkered(9),
      [ESC, 0x33, 0, ESC, 0x2a, 0, 9, 0],
      "\x01\x02\x04\x08\x10\x20\x40\x80\xff",
      [0x0a, ESC, 0x2a, 33, 3, 0],
      "abcdefghi",
      [0x0a, GS, 0x51, 0x30, 1, 4, 0, 2, 0],
      "\x0f\xf0\x3c\xc3\x81\x18\x42\x24",
    ),
  ],
  [
    "graphics by key, packed",
    bytes(
      counted(GS, "L", "0S0AB", 1, [16, 0, 8, 0, 49], checkered(8)),
      counted(GS, "L", "0UAB", [2, 2]),
      counted(GS, "L", "0p0", [1, 1, 49, 160, 0, 64, 0], deflateSync(new Uint8Array(1280).fill(0x3c))),
      counted(GS, "L", "0p0", [2, 1, 50, 16, 0, 4, 0], checkered(4)),
      counted(GS, "L", "02"),
      [GS, 0x38, 0x4c, 14, 0, 0, 0],
      "0q0\x01\x011\x04\x00\x08\x00ABCD",
      counted(GS, "L", "02"),
    ),
  ],
  [
    "downloaded and NV pictures",
    bytes(
      [FS, 0x71, 1, 1, 0, 1, 0],
      "\x18\x3c\x7e\xff\xff\x7e\x3c\x18",
      [FS, 0x70, 1, 3, FS, 0x70, 2, 0, GS, 0x2a, 1, 1],
      "\xff\x81\x81\x81\x81\x81\x81\xff",
      [GS, 0x2f, 3],
      counted(GS, "L", "0EXY", [1, 1]),
    ),
  ],
  [
    "a Windows bitmap",
    bytes(
      GS,
      "D0C0BM01BM",
      [74, 0, 0, 0, 0, 0, 0, 0, 62, 0, 0, 0, 40, 0, 0, 0, 9, 0, 0, 0, 3, 0, 0, 0, 1, 0, 1, 0],
      new Uint8Array(24),
      [0, 0, 0, 0, 255, 255, 255, 0, 0xaa, 0x80, 0, 0, 0x55, 0, 0, 0, 0xff, 0x80, 0, 0],
      counted(GS, "L", "0EBM", [2, 1]),
    ),
  ],
  [
    "bar codes of form A and B",
    bytes(
      [GS, 0x48, 3, GS, 0x66, 1, GS, 0x68, 40, GS, 0x77, 2, GS, 0x6b, 2],
      "400638133393\0",
      [GS, 0x6b, 4],
      "AB-12\0",
      barCode(73, "{B#42{C\x0c\x22"),
      barCode(70, "123456"),
      barCode(69, "NOT ~ VALID"),
    ),
  ],
  ["GS1 bar codes", bytes(barCode(74, "(01)0401234567890*(10)A1"), barCode(75, "0401234567890"))],
  [
    "bar codes of other systems",
    bytes(...[66, 68, 72, 79].map((system) => barCode(system, "01234565")), barCode(71, "A12B")),
  ],
  [
    "PDF417 and QR codes",
    bytes(
      symbol(48, "PDF417 text", [65, 3], [69, 48, 50]),
      symbol(49, "https://example.com/ü", [65, 50, 0], [67, 4], [69, 49]),
      symbol(49, "42", [65, 51, 0]),
    ),
  ],
  ["MaxiCode and Aztec", bytes(symbol(50, "hello", [65, 52]), symbol(53, "Aztec", [66, 1, 0], [67, 3]))],
  [
    "DataMatrix and DataBar",
    bytes(symbol(54, "DM 1", [66, 49, 0, 0]), symbol(51, "H0401234567890", [67, 2])),
  ],
  [
    "a composite symbol",
    bytes(
      counted(GS, "k", [52, 80, 48, 48, 70], "0401234567890"),
      counted(GS, "k", [52, 80, 48, 49, 65], "10A1"),
      counted(GS, "k", [52, 81, 48]),
    ),
  ],
  [
    "page mode in every direction",
    bytes(
      [ESC, 0x4c, ESC, 0x57, 10, 0, 10, 0, 200, 0, 150, 0],
      ...[0, 1, 2, 3].map((turn) => bytes([ESC, 0x54, turn, GS, 0x24, 40, 0], "turn", barCode(70, "12"))),
      counted(GS, "Q", [48, 0, 0, 0, 0, 90, 0, 70, 0, 1, 5, 48]),
      counted(GS, "Q", [49, 4, 0, 4, 0, 90, 0, 90, 0, 1, 2, 48]),
      counted(GS, "P", [48, 0xff, 0xff, 120, 0, 0, 0, 1]),
      [ESC, FF, 0x18],
      "more\n",
      FF,
    ),
  ],
  [
    "macros and counters",
    bytes(
      [GS, 0x43, 0x30, 4, 1, GS, 0x43, 0x31, 1, 0, 9, 0, 1, 1, GS, 0x3a],
      "No. ",
      [GS, 0x63, 0x0a, GS, 0x3a, GS, 0x5e, 3, 0, 0],
      GS,
      "C;1;5;2;1;3;",
      [GS, 0x63, 0x0a],
    ),
  ],
  [
    "user-defined characters",
    bytes(
      [ESC, 0x26, 3, 0x41, 0x42, 2, 1, 2, 3, 4, 5, 6, 1, 7, 8, 9, ESC, 0x25, 1, GS, 0x21, 0x10],
      "ABC\n",
      counted(FS, "A", [0x30, 2]),
      [FS, 0x32, 0xec, 0x40],
      new Uint8Array(32).fill(0x3c),
      [FS, 0x43, 1],
      "\xec@\xec@",
      [FS, 0x2e, ESC, 0x3f, 0x41],
      "AB\n",
    ),
  ],
  [
    "beside the paper",
    bytes(
      [ESC, 0x70, 0, 25, 25, ESC, 0x3d, 2],
      "TOTAL 4.20\x0c",
      [ESC, 0x3d, 1],
      counted(FS, "E", [62, 2, 0x41, 0x42, 49, 0]),
      "Thanks\n",
      counted(FS, "L", [65, 48]),
      counted(GS, "A", [2, 3]),
      [GS, 0x56, 66, 0, GS, 0x72, 1],
      "second\n",
      [ESC, 0x69],
    ),
  ],
  [
    "commands of other makers",
    bytes(
      [ESC, 0x45],
      "bold",
      [ESC, 0x46, 0x0e],
      "wide",
      [0x14, ESC, 0x57, 1, ESC, 0x64, 1],
      "tall\n",
      [GS, 0xf9, 0x35, 0, ESC, 0x76, 99, ESC, 0x6a, 0x31],
      [GS, 0x6b, 81, 3, 8, 8, 1, 5, 0],
      "bemaQ",
      [ESC, 0x81, 6, 0, 4, 0x4d],
      "daru",
      [0x12, 0x2a, 2, 2],
      "\xf0\x0f\x0f\xf0",
      [FS, 0x7d, 0x25, 3],
      "pyr",
      [GS, 0x28, 0x79, 2, 0, 1, 2, ESC, 0x99],
    ),
  ],
  ...starReceipts(),
];

/** Of a Star printer: lines and symbols, pictures, a page, and raster mode as CUPS has it. */
function starReceipts(): (readonly [feature: string, print: Uint8Array])[] {
  const row = (...data: number[]): Uint8Array => bytes("b", [data.length, 0], data);
  return [
    [
      "Star text and symbols",
      bytes(
        [ESC, 0x40, ESC, 0x1d, 0x74, 1, ESC, 0x1d, 0x61, 1, ESC, 0x69, 1, 1],
        "SHOP\n\r",
        [ESC, 0x69, 0, 0, ESC, 0x45],
        "Caf\x82 3.20\n",
        [ESC, 0x46, ESC, 0x62, 0x33, 0x32, 0x31, 40],
        "400638133393\x1e",
        [ESC, 0x1d, 0x79, 0x53, 0x32, 4, ESC, 0x1d, 0x79, 0x44, 0x31, 0, 5, 0],
        "hello",
        [ESC, 0x1d, 0x79, 0x50, ESC, 0x1d, 0x78, 0x53, 0x30, 1, 8, 0, ESC, 0x1d, 0x78, 0x44, 6, 0],
        "PDF417",
        [ESC, 0x1d, 0x78, 0x50, ESC, 0x64, 3, ESC, 0x07, 20, 20, 0x07, 0x17],
      ),
    ],
    [
      "Star pictures",
      bytes(
        [ESC, 0x30, ESC, 0x58, 2, 0, 1, 2, 3, 4, 5, 6, 0x0a, ESC, 0x6b, 1, 0],
        checkered(12),
        [0x0a, ESC, 0x4b, 2, 0, 0xaa, 0x55, ESC, 0x4c, 1, 0, 0xff, ESC, 0x5e, 4, 1, 0, 1, 2, 3, 0x0a],
        [ESC, 0x1d, 0x53, 1, 2, 0, 4, 0, 0],
        checkered(4),
        [ESC, 0x1c, 0x71, 1, 1, 0, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, ESC, 0x1c, 0x70, 1, 3, 0x0a],
        [ESC, 0x1d, 0x28, 0x4c, 11, 0, 48, 112, 48, 1, 1, 49, 8, 0, 1, 0, 0xaa],
        [ESC, 0x1d, 0x28, 0x4c, 2, 0, 48, 50, ESC, 0x34, ESC, 0x4b, 1, 0, 0x3c, 0x0a],
      ),
    ],
    [
      "Star page mode",
      bytes(
        [ESC, 0x1d, 0x50, 0x30, ESC, 0x1d, 0x50, 0x32, 1],
        [ESC, 0x1d, 0x50, 0x33, 0, 0, 0, 0, 200, 0, 44, 1, ESC, 0x1d, 0x50, 0x34, 60, 0],
        [ESC, 0x1d, 0x41, 20, 0],
        "Aisle A",
        [ESC, 0x1d, 0x53, 1, 1, 0, 2, 0, 0, 0xf0, 0x0f, ESC, 0x62, 4, 2, 2, 30],
        "AB-12\x1e",
        [ESC, 0x1d, 0x50, 0x37, ESC, 0x64, 2],
      ),
    ],
    [
      "Star raster mode",
      bytes(
        [ESC, 0x40, ESC, 0x2a, 0x72, 0x52, ESC, 0x2a, 0x72, 0x41, ESC],
        "*rP0\0\x1b*rE13\0\x1b*rD1\0\x1b*rml1\0",
        row(0x80, 0x01),
        "\x1b*rY12\0",
        row(0xff),
        [0x6b, 1, 0, 0x0f, ESC],
        "*rK1\0",
        row(0x3c, 0xc3, 0x18),
        [ESC, FF, 0x00, ESC],
        "*rY200\0",
        row(0xaa),
        [ESC, FF, 0x04, ESC],
        "*rB",
        [0, 0, 0, 0],
      ),
    ],
  ];
}
