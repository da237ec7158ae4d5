import { expect, test } from "bun:test";
import fc from "fast-check";
import { CHARSETS } from "../../../src/escpos/escpos.ts";
import { characters, encode, paper } from "./encode.ts";

const SEED = Number(process.env["TILLROLL_TEST_SEED"]);

/** Characters that text in each language is made of, and some that are strange to it. */
const ALPHABETS: readonly (readonly [lang: string, alphabet: string])[] = [
  ["en", " AZaz09.,$€£¥éüñßÆøĳ½─│█≤"],
  ["de", " Straße ÄÖÜäöü€„“–"],
  ["fr", " àâçéèêëîïôœùûüÿŒÇ«»’"],
  ["es", " áéíóúñÑ¿¡ªº"],
  ["pl", " ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"],
  ["ru", " АБВЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя№"],
  ["el", " ΑΒΓΔΩαβγδεζηθικλμνξοπρςστυφχψωάέήίόύώ"],
  ["tr", " ğĞıİşŞçÇöÖüÜ"],
  ["he", " אבגדהוזחטיכלמנסעפצקרשתםןףץך"],
  ["ar", " ابتثجحخدذرزسشصضطظعغفقكلمنهوي"],
  ["lt", " ąčęėįšųūžĄČĘĖĮŠŲŪŽ"],
  ["th", " กขคงจชดตนบปมยรลวสหอะาเแโใไ็่้๊๋์ิีึืุู๑๒๓฿"],
  ["vi", " aăâbcdđeêghiklmnoôơpqrstuưvxyáàảãạ"],
  ["ja", " あいうえおアイウエオ日本語円合計領収書、。ー「」ｱｲｳｶﾞｰAZ09\\~¥é①㈱Д"],
  ["ko", " 가나다라마바사한국어영수증합계원힣뷁ㄱㄴAZ09é漢"],
  ["zh-cn", " 收据合计人民币谢谢光临元角分，。￥AZ09é圓한"],
  ["zh-tw", " 收據合計新臺幣謝謝光臨圓角分，。AZ09é万"],
  ["mul", " aé€ДΩ日本한ไאب😀"],
  ["xx", " aé€ДΩ日本한ไאب😀🧾𠮷"],
];

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

test.each(ALPHABETS)("text in %s reads on paper as it was sent", (lang, alphabet) => {
  const text = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(text, (sent) => {
      expect(characters(paper(`<text lang="${lang}">${escaped(sent)}</text>`))).toBe(sent);
    }),
    { numRuns: 150, seed: SEED },
  );
});

const LANGUAGES = ALPHABETS.map(([lang]) => lang);
const anyText = fc
  .string({ unit: "binary", maxLength: 30 })
  .map((text) =>
    [...text]
      .filter((character) =>
        /^[\u{20}-\u{7e}\u{a0}-\u{fdcf}\u{fdf0}-\u{fefe}\u{ff00}-\u{fffd}\u{10000}-\u{1fffd}]$/u.test(
          character,
        ),
      )
      .join(""),
  )
  .filter((text) => !/[\ud800-\udfff](?![\udc00-\udfff])/u.test(text));

test("any text in any mix of languages reads as it was sent, whatever charset the printer is set to", () => {
  const parts = fc.array(fc.tuple(fc.constantFrom(...LANGUAGES), anyText), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(parts, fc.constantFrom(...CHARSETS), (texts, charset) => {
      const xml = texts.map(([lang, text]) => `<text lang="${lang}">${escaped(text)}</text>`).join("");
      expect(characters(paper(xml, charset))).toBe(texts.map(([, text]) => text).join(""));
    }),
    { numRuns: 400, seed: SEED },
  );
});

/** The beginnings of text in each coding, after ESC @. */
test.each([
  ["en", "Total 5", "546f74616c2035"],
  ["en", "é", "1c2e1b7410e9"],
  ["ru", "да", "1c2e1b7411a4a0"],
  ["th", "ขอบคุณ", "1c2e1b7415a2cdbaa4d8b3"],
  ["ja", "円", "1b74011c261c4301897e"],
  ["ja-JP", "ｱ", "1b74011c261c4301b1"],
  ["zh-cn", "收据合计谢谢光临", "1b74001c26cad5beddbacfbcc6d0bbd0bbb9e2c1d9"],
  ["zh-Hant", "收據合計謝謝光臨", "1b74001c26a6acbedaa658ad70c1c2c1c2a5fac17b"],
  ["ko", "합계 영수증 한국어", "1b74001c26c7d5b0e820bfb5bcf6c1f520c7d1b1b9beee"],
  ["mul", "é", "1c2843020030 32c3a9".replace(" ", "")],
  ["en", "😀", "1c284302003032f09f9880"],
])("%s %s", (lang, text, bytes) => {
  expect(encode(`<text lang="${lang}">${text}</text>`).toHex()).toBe(`1b40${bytes}`);
});

test("where a printer's charset would show something else, text is UTF-8", () => {
  const korean = '<text lang="ko">합계 영수증 한국어</text>';
  expect(encode(korean, "korea").toHex()).toStartWith("1b401b74001c26");
  expect(encode(korean, "western").toHex()).toStartWith("1b401c284302003032");
  expect(encode("<text>é</text>", "utf-8").toHex()).toBe("1b401c284302003032c3a9");
});

test("a printer's own charset is used for text of no language", () => {
  expect(encode("<text>日本 é</text>", "japan").toHex()).toStartWith("1b401b74011c261c430193fa967b20");
});

test("line feeds, tabs and carriage returns act, other white space is kept", () => {
  expect(encode("<text> a\n\tb&#13;&#10; </text>").toHex()).toBe("1b4020610a09620d0a20");
});

test("after a command of the client's own nothing is taken for granted", () => {
  const command = "<command>1b7402</command>";
  expect(encode(`<text>é</text>${command}<text>é</text>`).toHex()).toBe(
    "1b401c2e1b7410e91b74021c2843020030311c2e1b7410e9",
  );
});

test("after a reset text is coded anew", () => {
  expect(encode("<text>é</text><reset/><text>é</text>").toHex()).toBe("1b401c2e1b7410e91b401c2e1b7410e9");
});

test("text that changes its coding without end goes on in UTF-8", () => {
  const text = "д한é".repeat(3000);
  const bytes = encode(`<text>${text}</text>`);
  expect(bytes.length).toBeLessThan(80_000);
  expect(characters(paper(`<text>${text}</text>`))).toBe(text);
});
