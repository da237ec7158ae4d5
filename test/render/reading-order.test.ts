import { expect, test } from "bun:test";
import fc from "fast-check";
import { inReadingOrder } from "../../src/render/reading-order.ts";
import { processorMilliseconds } from "../processor-time.ts";

const sorted = (text: string): string => [...text].toSorted().join("");
const reversed = (text: string): string => [...text].toReversed().join("");

test.each([
  ["Hebrew as it is read", ["שלום לכם", "12.50  חלב"], ["שלום לכם", "12.50  חלב"]],
  [
    "Hebrew turned around by its sender",
    [reversed("שלום לכם"), `12.50  ${reversed("חלב")}`],
    ["שלום לכם", "12.50  חלב"],
  ],
  [
    "numbers and Latin inside a turned run",
    [`${reversed("שלום")} ${reversed("לחם")}`, `${reversed("שולחן")} 12 ${reversed("מלצר")}`],
    ["לחם שלום", "מלצר 12 שולחן"],
  ],
  ["columns stay", [`${reversed("לחם")}      ${reversed("מחיר")}`], ["לחם      מחיר"]],
  ["Arabic shapes as they are read", ["ﻣﺮﺣﺒﺎ"], ["مرحبا"]],
  ["Arabic shapes turned around", [reversed("ﻣﺮﺣﺒﺎ")], ["مرحبا"]],
  ["a ligature is two letters", ["ﺳﻼﻡ"], ["سلام"]],
  ["other scripts", ["ŠČ ½ àé 中"], ["ŠČ ½ àé 中"]],
])("%s", (_title, lines, expected) => {
  expect(inReadingOrder(lines)).toEqual(expected);
});

test("turning around loses no character, in linear time", () => {
  const letters = fc.constantFrom(..."שלוםךא 12.ab  ", "ا", "ب");
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 60 }), (characters) => {
      const line = characters.join("");
      expect(sorted(inReadingOrder([line])[0] ?? "")).toBe(sorted(line));
    }),
    { seed: 20_261_120 },
  );
  const start = processorMilliseconds();
  inReadingOrder(["ם ".repeat(200_000), `ש${"a ".repeat(200_000)}`, "ש!".repeat(200_000)]);
  expect(processorMilliseconds() - start).toBeLessThan(1_500);
});
