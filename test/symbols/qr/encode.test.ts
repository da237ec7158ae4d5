import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { encode } from "../../../src/symbols/encoder.ts";
import { modulesRaster } from "../../../src/symbols/modules.ts";
import { drawModules, planQr, type QrPlan } from "../../../src/symbols/qr/encode.ts";
import {
  dataCodewords,
  LAST_VERSION,
  QR_LEVELS,
  type QrLevel,
  sizeOf,
} from "../../../src/symbols/qr/versions.ts";
import { byteString, type DrawnSymbol } from "../../../src/symbols/symbol.ts";
import { bytes } from "../../escpos/bytes.ts";
import { scanBytes } from "../scan.ts";

const MASKS = 8;

function planOf(data: Uint8Array, level: QrLevel, kanji = false): QrPlan {
  const plan = planQr(data, level, kanji);
  if (plan === undefined) throw new Error("too much data");
  return plan;
}

function isDark(modules: Uint8Array, size: number, x: number, y: number): boolean {
  return ((modules[y * Math.ceil(size / 8) + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
}

/** The modules of another encoder with a mask, of which 1 is the first. */
function othersModules(data: Uint8Array, version: number, eclevel: QrLevel, mask: number): Uint8Array {
  const options = { eclevel, fixedeclevel: true, version: String(version), mask };
  const encoded = encode("qrcode", byteString(data), options);
  if ("problem" in encoded) throw new Error(encoded.problem);
  return modulesRaster(encoded.encoding.modules, encoded.encoding.columns).bytes;
}

/** The penalty of ISO/IEC 18004, table 11, as the standard words it, line by line and module by module. */
function penaltyOf(modules: Uint8Array, size: number): number {
  let penalty = 0;
  let dark = 0;
  for (let line = 0; line < size; line++) {
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
    ] as const) {
      const at = (index: number): string => {
        const [x, y] = [dx === 1 ? index : line, dy === 1 ? index : line];
        return isDark(modules, size, x, y) ? "1" : "0";
      };
      const word = Array.from({ length: size }, (_, index) => at(index)).join("");
      for (const [run] of word.matchAll(/1{5,}|0{5,}/g)) penalty += run.length - 2;
      penalty += 40 * [...word.matchAll(/(?=10111010000|00001011101)/g)].length;
    }
    for (let x = 0; x < size; x++) {
      const value = isDark(modules, size, x, line);
      if (value) dark++;
      if (x === 0 || line === 0) continue;
      const around = [isDark(modules, size, x - 1, line), isDark(modules, size, x, line - 1)];
      if ([...around, isDark(modules, size, x - 1, line - 1)].every((one) => one === value)) penalty += 3;
    }
  }
  return penalty + Math.floor(Math.abs((dark * 100) / (size * size) - 50) / 5) * 10;
}

/** As many letters as fill a version, or nearly: `share` of what it holds. */
function letters(version: number, level: QrLevel, share: number): Uint8Array {
  const count = Math.max(1, Math.floor((dataCodewords(version, level) - 3) * share));
  return bytes("abcdefghijklmnopqrstuvwxyz".repeat(Math.ceil(count / 26)).slice(0, count));
}

describe("modules", () => {
  test.each([
    ["L", 1],
    ["M", 2],
    ["Q", 6],
    ["H", 7],
    ["L", 10],
    ["M", 14],
  ] as const)(
    "level %s, version %d: those of another encoder with the mask of the least penalty",
    (level, version) => {
      const data = letters(version, level, 1);
      const plan = planOf(data, level);
      expect(plan.version).toBe(version);
      const drawn = drawModules(plan);
      const size = sizeOf(version);
      const others = Array.from({ length: MASKS }, (_, mask) =>
        othersModules(data, version, level, mask + 1),
      );
      const penalties = others.map((modules) => penaltyOf(modules, size));
      expect(drawn).toEqual(others[penalties.indexOf(Math.min(...penalties))] ?? new Uint8Array());
    },
  );

  test.each([3, 8, 13, 20, 21, 27, 32, 36, 39, LAST_VERSION])(
    "version %d: those of another encoder with the same mask",
    (version) => {
      const level = QR_LEVELS[version % QR_LEVELS.length] ?? "L";
      const data = letters(version, level, 1);
      const plan = planOf(data, level);
      expect(plan.version).toBe(version);
      const drawn = drawModules(plan);
      // Format information tells the mask: three modules left of the finder's corner, of which two are inverted.
      const size = sizeOf(version);
      const bits = [2, 3, 4].map((x) => (isDark(drawn, size, x, 8) ? 1 : 0));
      const mask = (((bits[0] ?? 0) << 2) | ((bits[1] ?? 0) << 1) | (bits[2] ?? 0)) ^ 0b101;
      expect(drawn).toEqual(othersModules(data, version, level, mask + 1));
    },
  );
});

describe("segments", () => {
  const modes = (data: Uint8Array): string =>
    planOf(data, "L")
      .segments.map(({ mode, data: { length } }) => `${mode.indicator}:${length}`)
      .join(" ");

  test.each([
    ["12345678901234", "1:14"],
    ["ABC-123", "2:7"],
    ["abc", "4:3"],
    ["abc12345678901234567890", "4:3 1:20"],
    ["12345678901234567890ABCDEFGHIJ", "1:20 2:10"],
    ["HTTPS://EXAMPLE.COM/abcdef", "2:20 4:6"],
    // A change of mode would cost more than it saves.
    ["abc123def", "4:9"],
    ["ABC12", "2:5"],
  ])("%s in the modes that take the fewest bits: %s", (data, expected) => {
    expect(modes(bytes(data))).toBe(expected);
  });

  test("property: no larger than the symbol of another encoder, and it reads the same", async () => {
    const part = fc.oneof(
      fc.stringMatching(/^\d{1,20}$/),
      fc.stringMatching(/^[A-Z $%*+./:-]{1,20}$/),
      fc.string(),
    );
    const data = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join("") || "0");
    await fc.assert(
      fc.asyncProperty(data, fc.constantFrom(...QR_LEVELS), async (text, level) => {
        const plan = planOf(bytes(text), level);
        const other = encode("qrcode", text, { eclevel: level, fixedeclevel: true, mask: 1 });
        if ("problem" in other) throw new Error(other.problem);
        expect(sizeOf(plan.version)).toBeLessThanOrEqual(other.encoding.columns);
        expect(await scanPlan(plan)).toEqual(bytes(text));
      }),
      { numRuns: 100 },
    );
  });
});

async function scanPlan(plan: QrPlan): Promise<Uint8Array | undefined> {
  const size = sizeOf(plan.version);
  const raster = { columns: size, rows: size, bytes: drawModules(plan) };
  const symbol: DrawnSymbol = { system: "", text: "", raster, scaleX: 3, scaleY: 3, interpretation: "" };
  return (await scanBytes(symbol))[0];
}

test("property: any bytes are read back", async () => {
  const data = fc.uint8Array({ minLength: 1, maxLength: 400 });
  await fc.assert(
    fc.asyncProperty(data, fc.constantFrom(...QR_LEVELS), async (some, level) => {
      expect(await scanPlan(planOf(some, level))).toEqual(some);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ["L", "0123456789".repeat(709).slice(0, 7089)],
  ["M", "A".repeat(3391)],
  ["Q", "a".repeat(1663)],
  ["H", "a".repeat(1273)],
] as const)(
  "as full as can be, level %s: it is read, and one character more is too much",
  async (level, text) => {
    const data = bytes(text);
    const plan = planOf(data, level);
    expect(plan.version).toBe(LAST_VERSION);
    expect(await scanPlan(plan)).toEqual(data);
    expect(planQr(bytes(text, text.slice(0, 1)), level, false)).toBeUndefined();
  },
);

test("kanji are pairs of Shift JIS in 13 bits", () => {
  const kanji = bytes(...Array.from({ length: 10 }, () => [0x93, 0xfa]));
  expect(planOf(kanji, "L", true).version).toBe(1);
  expect(planOf(kanji, "L").version).toBe(2);
});
