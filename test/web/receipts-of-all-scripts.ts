import type { DoubleByteCode } from "../../src/escpos/text/double-byte.ts";
import { type PageName, pageName } from "../../src/escpos/text/printer-profile.ts";
import { bytes, ESC, FF, FS, GS, type BytePart } from "../escpos/bytes.ts";
import { inCodePage, inDoubleByteCode } from "../escpos/text/encode.ts";

/** A receipt, and a word that is on it and on none before it. */
export interface ScriptReceipt {
  readonly title: string;
  readonly columns: number;
  readonly print: Uint8Array;
  readonly word: string;
}

/** Lines in a page of ESC t, which Epson's printers have. */
function inPage(name: PageName, ...lines: readonly string[]): BytePart {
  const number = Array.from({ length: 256 }, (_, n) => n).find((n) => pageName("epson", n) === name);
  if (number === undefined) throw new Error(`no page of Epson's: ${name}`);
  return bytes([ESC, 0x74, number], ...lines.flatMap((line) => [inCodePage(line, name), "\n"]));
}

/** Lines of double-byte characters. */
function inCode(code: DoubleByteCode, ...lines: readonly string[]): BytePart {
  const start: BytePart = code === "shift_jis" ? [FS, 0x43, 1] : [FS, 0x26];
  return bytes(start, ...lines.flatMap((line) => [inDoubleByteCode(line, code), "\n"]));
}

const size = (across: number, along: number): BytePart => [GS, 0x21, ((across - 1) << 4) | (along - 1)];
const font = (n: number): BytePart => [ESC, 0x4d, n];
const bold = (on: 0 | 1): BytePart => [ESC, 0x45, on];

const ARABIC = ["قهوة ٣٫٥٠", "المجموع 7.00", "شكرا لزيارتكم"];
const JAPANESE = ["領収書", "ｶﾌｪ 珈琲 x 2   900円", "合計 千二百円", "ありがとうございました"];
const CHINESE = ["欢迎光临", "宫保鸡丁 x 1   25.00", "合计 25元", "谢谢惠顾 请保管小票"];

type Row = readonly [title: string, columns: number, word: string, ...print: readonly BytePart[]];

/** In every script that receipts are printed in, and in every look that characters may have. */
const ROWS: readonly Row[] = [
  ["Latin", 48, "Flat White", "CORNER SHOP\n2 x Flat White            7.00\nqjpy {[(&%@#)]} ~^_`|\n"],
  ["Latin on narrow paper", 32, "Croissant", "1 x Croissant              3.20\n", "-".repeat(32), "\n"],
  [
    "accents",
    42,
    "Café",
    inPage("cp858", "Café crème, Smørrebrød, Weißbier", "Señor Núñez ¿€ 3,20? ½ £ ¥ §"),
  ],
  [
    "Central Europe",
    48,
    "Žluťoučký",
    inPage("windows1250", "Žluťoučký kůň úpěl", "Zażółć gęślą jaźń", "Árvíztűrő"),
  ],
  ["the Baltic", 48, "Ąžuolas", inPage("windows1257", "Ąžuolas ėjo šįryt", "Ķieģeļu ēka", "Õhtu öö")],
  ["Turkish", 48, "Teşekkür", inPage("windows1254", "Teşekkür ederiz", "İstanbul ğüşıöç")],
  ["Vietnamese", 48, "Cam on", inPage("windows1258", "Cam on quy khách", "Đường phố Ngô Quyên")],
  [
    "Cyrillic",
    48,
    "Спасибо",
    inPage("cp866", "Кофе чёрный      120,00", "ИТОГО            120,00", "Спасибо"),
  ],
  ["Cyrillic, bold and high", 48, "Хлеб", bold(1), size(1, 2), inPage("windows1251", "Хлеб ржаной", "Їжа є")],
  ["Greek", 48, "Ευχαριστώ", inPage("cp737", "Καφές ελληνικός", "Ευχαριστώ πολύ")],
  ["Hebrew", 48, "שלום", inPage("cp862", "שלום", "סך הכל 12.00", "תודה רבה")],
  ["Hebrew with points", 48, "טוֹב", inPage("windows1255", "שלום לָכֶם", "בֹּקֶר טוֹב")],
  ["Arabic", 48, "قهوة", inPage("windows1256", ...ARABIC)],
  ["Arabic with vowels", 48, "مكتب", inPage("windows1256", "مكتب", "كَتَبَ الوَلَدُ", "شُكراً")],
  [
    "Thai",
    48,
    "กาแฟ",
    inPage(
      "thai11",
      "กาแฟเย็น         45.00",
      "น้ำส้ม จำนวน ทั้งหมด",
      "ขอบคุณที่ใช้บริการ",
      "ผู้ซื้อ กี่ เก๋ ปี๊บ",
    ),
  ],
  ["Thai, wide and bold", 48, "น้ำแข็ง", size(2, 2), bold(1), inPage("thai18", "ขอบคุณ", "น้ำแข็ง")],
  ["katakana", 48, "ｱﾘｶﾞﾄｳ", inPage("epson/katakana", "ｱﾘｶﾞﾄｳ ｺﾞｻﾞｲﾏｼﾀ", "ｺｰﾋｰ 350")],
  ["Japanese", 48, "領収書", inCode("shift_jis", ...JAPANESE)],
  [
    "Japanese, double size",
    48,
    "珈琲店",
    size(2, 2),
    [FS, 0x57, 1],
    inCode("shift_jis", "合計", "千二百円", "珈琲店"),
  ],
  ["Simplified Chinese", 32, "欢迎光临", inCode("gb18030", ...CHINESE)],
  ["Traditional Chinese", 48, "謝謝惠顧", inCode("big5", "謝謝惠顧", "總計 三百元", "統一發票 收銀機")],
  ["Korean", 48, "감사합니다", inCode("euc-kr", "감사합니다", "아메리카노 2   9,000원", "합계 구천원")],
  [
    "box drawing and shades",
    48,
    "Total",
    inPage("cp437", "┌──────┬──────┐", "│Total │ 7.00 │", "╞══════╪══════╡", "└──────┴──────┘", "░▒▓█▄▌▐▀"),
  ],
  ["sizes", 48, "Order", ...[1, 2, 3, 4].flatMap((n) => [size(n, 5 - n), `Order ${n}\n`])],
  [
    "fonts",
    48,
    "font B",
    ...[0, 1, 2, 3, 4].flatMap((n) => [
      font(n),
      `font ${"ABCDE"[n]} qjpy 0123\n`,
      bold(1),
      "bold\n",
      bold(0),
    ]),
  ],
  [
    "underline, spacing, shadow and slant",
    48,
    "thick",
    [ESC, 0x2d, 1],
    "thin ",
    [ESC, 0x2d, 2],
    "thick\n",
    [ESC, 0x2d, 0, ESC, 0x20, 6],
    "spaced\n",
    [ESC, 0x20, 0, ESC, 0x34],
    "slanted\n",
    [ESC, 0x35, GS, 0x28, 0x4e, 3, 0, 50, 1, 49],
    "shadow\n",
  ],
  [
    "white on black",
    48,
    "PAID",
    [GS, 0x42, 1],
    size(2, 2),
    " PAID \n",
    [GS, 0x42, 0],
    size(1, 1),
    "in cash\n",
  ],
  ["upside down", 48, "seen", [ESC, 0x7b, 1], "seen from behind\n", inPage("cp866", "чек"), [ESC, 0x7b, 0]],
  ["turned characters", 48, "TURN", [ESC, 0x56, 1], "TURN gy\n", size(2, 1), "Wide\n", [ESC, 0x56, 0]],
  ["smoothed", 48, "Sum", [GS, 0x62, 1], size(2, 2), "Sum 8,50\n", size(4, 3), "VAXW\n"],
  [
    "page mode, in all directions",
    48,
    "Aisle",
    [ESC, 0x4c, ESC, 0x57, 0, 0, 0, 0, 0x40, 2, 0x90, 1],
    ...[0, 1, 2, 3].flatMap((n) => [[ESC, 0x54, n], `Aisle ${n}\n`, inCode("shift_jis", "通路"), [FS, 0x2e]]),
    [FF],
  ],
  [
    "bar codes with characters, and a picture",
    48,
    "4006381333931",
    [GS, 0x48, 2, GS, 0x68, 60],
    [GS, 0x6b, 67, 13],
    "4006381333931",
    [
      GS,
      0x76,
      0x30,
      0,
      2,
      0,
      8,
      0,
      0xff,
      0xff,
      0x81,
      0x01,
      0xa5,
      0xa5,
      0x99,
      0x99,
      0x99,
      0x99,
      0xa5,
      0xa5,
      0x81,
      0x01,
      0xff,
      0xff,
    ],
    "below\n",
  ],
];

export const RECEIPTS_OF_ALL_SCRIPTS: readonly ScriptReceipt[] = ROWS.map(
  ([title, columns, word, ...print]) => ({
    title,
    columns,
    word,
    print: bytes([ESC, 0x40], ...print),
  }),
);
