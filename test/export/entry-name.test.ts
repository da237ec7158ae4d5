import fc from "fast-check";
import { describe, expect, test } from "bun:test";
import { entryName } from "../../src/export/entry-name.ts";

const createdAt = Date.parse("2026-11-22T18:05:23.999Z");
const BEGIN = "prints/2026-11-22 180523Z 7";

describe("the name of a print's file", () => {
  test.each([
    ["Order 1001", `${BEGIN} Order 1001.bin`],
    [null, `${BEGIN}.bin`],
    ["", `${BEGIN}.bin`],
    ["../../etc/passwd", `${BEGIN} .. .. etc passwd.bin`],
    ["C:\\Windows\\x.exe", `${BEGIN} C Windows x.exe.bin`],
    ["a\u202egnp.exe", `${BEGIN} a gnp.exe.bin`],
    ["line\nbreak\0", `${BEGIN} line break.bin`],
    ["dots. . .", `${BEGIN} dots.bin`],
    ["Café", `${BEGIN} Café.bin`],
    ["日本", `${BEGIN} 日本.bin`],
    ["日".repeat(200), `${BEGIN} ${"日".repeat(40)}.bin`],
    ["\ud800", `${BEGIN} \ufffd.bin`],
  ])("%j", (label, name) => {
    expect(entryName({ id: 7, createdAt, label }, "bin")).toBe(name);
  });

  test("is one that every file system takes, whatever the label is", () => {
    const label = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.stringMatching(/^[./\\: a]{0,200}$/),
    );
    fc.assert(
      fc.property(label, (text) => {
        const name = entryName({ id: 7, createdAt, label: text }, "png");
        expect(name).toMatch(/^prints\/2026-11-22 180523Z 7( [^<>:"/\\|?*\p{Cc}\p{Cf}]*[^. ])?\.png$/u);
        // What a name may have on most file systems.
        expect(Buffer.byteLength(name.slice("prints/".length))).toBeLessThanOrEqual(255);
      }),
    );
  });
});
