import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readAmount } from "../../src/domain/amount.ts";

describe("sums as receipts have them", () => {
  test.each([
    ["12.50", "12.50"],
    ["12,50", "12.50"],
    ["12,5", "12.5"],
    ["0.05", "0.05"],
    ["1234", "1234"],
    ["1,234.50", "1234.50"],
    ["1.234,50", "1234.50"],
    ["1 234,50", "1234.50"],
    ["1\u{a0}234,50", "1234.50"],
    ["1'234.50", "1234.50"],
    ["1’234.50", "1234.50"],
    ["1,234,567", "1234567"],
    ["1.234.567", "1234567"],
    ["1 234", "1234"],
    ["1,23,456.00", "123456.00"],
    ["€ 12,50", "12.50"],
    ["12,50 EUR", "12.50"],
    ["$1,234", "1234"],
    ["1.234 €", "1234"],
    ["¥1,234", "1234"],
    ["￥１，２３４", "1234"],
    ["12,000원", "12000"],
    ["Rp 15.000", "15000"],
    ["12 500 Ft", "12500"],
    ["0,500", "0.500"],
    ["1234.567", "1234.567"],
    ["-5.00", "-5.00"],
    ["5.00-", "-5.00"],
    ["−5,00 €", "-5.00"],
    ["-€5.00", "-5.00"],
    ["€ -5.00", "-5.00"],
    ["١٢٣٫٥٠", "123.50"],
    ["१२.५०", "12.50"],
  ])("%j is %j", (text, amount) => {
    expect(readAmount(text, false)).toBe(amount);
  });

  test.each([
    "1,234",
    "1.234",
    "TND 1,234",
    "KWD 1.250",
    "1,2,3",
    "1.2.3,4",
    "12.50 / 13.50",
    "no sum",
    "",
    "1,23,45",
  ])("%j could be two sums or is none: it stays", (text) => {
    expect(readAmount(text, false)).toBe(text);
  });

  test.each([
    ["1,234", "1234"],
    ["12,000", "12000"],
    ["1,234.50", "1234.50"],
    ["12.50", "12.50"],
  ])("%j with separators known to group thousands is %j", (text, amount) => {
    expect(readAmount(text, true)).toBe(amount);
  });
});

test("whatever the way of writing it, cents come back", () => {
  const styles = fc.constantFrom(
    [",", "."] as const,
    [".", ","] as const,
    [" ", ","] as const,
    ["'", "."] as const,
    ["", "."] as const,
    ["", ","] as const,
  );
  fc.assert(
    fc.property(fc.nat(1_000_000_000), styles, fc.boolean(), (cents, [group, point], isNegative) => {
      const whole = String(Math.floor(cents / 100));
      const decimals = String(cents % 100).padStart(2, "0");
      const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group);
      const sign = isNegative ? "-" : "";
      expect(readAmount(`${sign}${grouped}${point}${decimals}`, false)).toBe(`${sign}${whole}.${decimals}`);
    }),
  );
});

test("any text gives a text, and never one with other digits", () => {
  const digitsOf = (text: string) => text.replace(/\D/g, "");
  const sums = fc.array(fc.constantFrom(..."0123456789.,' -€$¥a"), { maxLength: 14 });
  fc.assert(
    fc.property(sums, (characters) => {
      const text = characters.join("");
      expect(digitsOf(readAmount(text, false))).toBe(digitsOf(text));
    }),
  );
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => typeof readAmount(text, true) === "string"));
});
