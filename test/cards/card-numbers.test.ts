import { describe, expect, test } from "bun:test";
import { brandOf, passesLuhn } from "../../src/cards/card-brands.ts";
import { cardNumbers, maskCards, maskedLines } from "../../src/cards/card-numbers.ts";
import { SeededRandom } from "../../scripts/faults/random.ts";

/* The numbers are those that card schemes and payment services publish for tests. */

describe("brands", () => {
  test.each([
    ["4111111111111111", "Visa"],
    ["4012888888881881", "Visa"],
    ["4222222222222", "Visa"],
    ["5555555555554444", "Mastercard"],
    ["5105105105105100", "Mastercard"],
    ["2223003122003222", "Mastercard"],
    ["2720994326581252", "Mastercard"],
    ["378282246310005", "American Express"],
    ["371449635398431", "American Express"],
    ["6011111111111117", "Discover"],
    ["6500000000000002", "Discover"],
    ["3530111333300000", "JCB"],
    ["30569309025904", "Diners Club"],
    ["38520000023237", "Diners Club"],
    ["36227206271667", "Diners Club"],
    ["6200000000000005", "UnionPay"],
    ["6759649826438453", "Maestro"],
    ["2200000000000004", "Mir"],
  ])("%s is a %s", (digits, brand) => {
    expect([brandOf(digits)?.name, passesLuhn(digits)]).toEqual([brand, true]);
    // One digit that is wrong, and two beside each other in the other order.
    const wrong = digits.slice(0, -1) + String((Number(digits.at(-1)) + 1) % 10);
    expect(passesLuhn(wrong)).toBe(false);
    expect(cardNumbers([`Card ${digits}`]).map((found) => found.brand)).toEqual([brand]);
  });

  test.each([
    "67221234567890123",
    "1234567890123456",
    "9999999999999999",
    "2220999999999999",
    "5600000000000003",
  ])("%s is none", (digits) => expect(brandOf(digits)).toBeNull());
});

describe("full numbers", () => {
  test.each([
    "4111 1111 1111 1111",
    "4111-1111-1111-1111",
    "VISA 4111111111111111",
    "Kartennr.: 4111111111111111",
    "Karten-Nr 4111 1111 1111 1111 exp 12/30",
    "4111111111111111",
    "PAN:4111111111111111",
    "AMEX 3782 822463 10005",
    "Order 7: Mastercard 5555 5555 5555 4444",
    "%B4111111111111111^DOE/JOHN^2512",
    ";4111111111111111=25121011000012345678?",
    "2 x 4111 1111 1111 1111",
    "Visa 4111\u00a01111\u00a01111\u00a01111",
  ])("%p holds one", (text) => {
    expect(cardNumbers([text])).toHaveLength(1);
  });

  test("a word about cards may be in a line near it", () => {
    expect(cardNumbers(["Maestro", "", "6759649826438453"])).toHaveLength(1);
    expect(cardNumbers(["6759649826438453"])).toHaveLength(0);
  });

  test("several are found, each in its place", () => {
    const lines = ["Visa 4111111111111111 / 4012888888881881", "none", "5555 5555 5555 4444"];
    expect(cardNumbers(lines).map(({ line, start, digits }) => [line, start, digits])).toEqual([
      [0, 5, "4111111111111111"],
      [0, 24, "4012888888881881"],
      [2, 0, "5555555555554444"],
    ]);
  });
});

describe("other numbers", () => {
  test.each([
    "************1111",
    "XXXX XXXX XXXX 1111",
    "411111XXXXXX1111",
    "411111******1111",
    "4111 11** **** 1111",
    "####-####-####-1111",
    "4111111111111112",
    "Order 4111111111111111",
    "Bestellnummer: 4111111111111111",
    "IBAN DE89 3704 0044 0532 0130 00",
    "IBAN AT61 1904 3002 3457 3201",
    "EAN 4006381333931",
    "4006381333931",
    "Tel. +49 4111 1111 1111 1111",
    "4111 1111 1111 1111 1111 1111",
    "41111111111111110",
    "x4111111111111111",
    "4111111111111111abc",
    "0.4111111111111111",
    "4111111111111111,50",
    "Trace 4111111111111111",
    "0000000000000000",
    "Karte 672212345678901234",
    "2026-01-31 12:34:56 4.50 18.20",
  ])("%p holds none", (text) => {
    expect(cardNumbers([text])).toEqual([]);
  });

  test("a title over a number says what it is", () => {
    expect(cardNumbers(["Order number", "4111111111111111"])).toEqual([]);
    expect(cardNumbers(["Card number", "4111111111111111"])).toHaveLength(1);
  });

  test("random numbers of 16 digits are seldom taken for one, and never beside a word of their own", () => {
    const random = new SeededRandom(3);
    const digits = () => Array.from({ length: 16 }, () => random.integer(0, 9)).join("");
    const numbers = Array.from({ length: 20_000 }, digits);
    const share = (lineOf: (number: string) => string) =>
      numbers.filter((number) => cardNumbers([lineOf(number)]).length > 0).length / numbers.length;
    // A tenth begin with 4 and some with 5, and a tenth of these pass the check digit.
    expect(share((number) => number)).toBeLessThan(0.025);
    expect(share((number) => `Order ${number}`)).toBe(0);
    expect(share((number) => `Ref. ${number}`)).toBe(0);
  });

  test("numbers of other lengths are not taken for one where nothing speaks of cards", () => {
    const random = new SeededRandom(4);
    let found = 0;
    for (let times = 0; times < 20_000; times++) {
      const length = [8, 10, 12, 13, 14, 17, 18, 20, 22][random.integer(0, 8)] ?? 8;
      const digits = Array.from({ length }, () => random.integer(0, 9)).join("");
      found += cardNumbers([`Nr ${digits}`]).length;
    }
    expect(found).toBe(0);
  });
});

describe("masking", () => {
  test.each([
    ["4111111111111111", "411111******1111"],
    ["Visa 4111 1111 1111 1111!", "Visa 4111 11** **** 1111!"],
    ["AMEX 378282246310005", "AMEX 378282*****0005"],
    ["Diners 30569309025904", "Diners 305693****5904"],
    ["Card 4222222222222", "Card 422222***2222"],
  ])("%p becomes %p", (text, masked) => {
    expect(maskCards(text)).toBe(masked);
    // What is masked stays as it is.
    expect(maskCards(masked)).toBe(masked);
  });

  test("leaves other lines as they are, and does nothing where there is nothing", () => {
    const lines = ["Order 4111111111111111", "Total 4.50"];
    expect(maskedLines(lines)).toBe(lines);
    expect(maskCards("a\n4111 1111 1111 1111\nb")).toBe("a\n4111 11** **** 1111\nb");
  });

  test("long texts of digits take no time", () => {
    const hostile = [
      "4111 ".repeat(20_000),
      "4".repeat(100_000),
      "1-".repeat(50_000),
      "4111111111111111 ".repeat(5000),
    ];
    const begun = process.threadCpuUsage().user;
    for (const text of hostile) maskCards(text);
    expect((process.threadCpuUsage().user - begun) / 1000).toBeLessThan(3000);
  });
});
