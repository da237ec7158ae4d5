import { expect, test } from "bun:test";
import { encode, type Encoding } from "../../src/symbols/encoder.ts";
import { withBestMask } from "../../src/symbols/qr-mask.ts";
import { drawQr } from "../../src/symbols/qr.ts";
import { bytes } from "../escpos/bytes.ts";
import { scanSymbol } from "./scan.ts";

const MASKS = [1, 2, 3, 4, 5, 6, 7, 8];

function qr(data: string, eclevel: string, version: number, mask: number): Encoding {
  const encoded = encode("qrcode", data, { eclevel, version: String(version), mask });
  if ("problem" in encoded) throw new Error(encoded.problem);
  return encoded.encoding;
}

test.each([
  ["L", 1],
  ["M", 2],
  ["Q", 6],
  ["H", 7],
  ["L", 10],
  ["M", 14],
])("level %s, version %d: the result is one of the encoder's own, whatever mask it had", (level, version) => {
  const all = MASKS.map((mask) => qr("12345", level, version, mask));
  const results = all.map(({ modules, columns }) => withBestMask(modules, columns).join(""));
  expect(new Set(results).size).toBe(1);
  expect(all.map(({ modules }) => modules.join(""))).toContain(results[0] ?? "");
});

test.each([7, 13, 20, 21, 27, 32, 36, 39, 40])(
  "version %d: the result does not depend on the mask it had",
  (version) => {
    const { modules, columns } = qr("QR".repeat(5), "L", version, 3);
    const best = withBestMask(modules, columns);
    const other = qr("QR".repeat(5), "L", version, 6);
    expect(withBestMask(other.modules, other.columns)).toEqual(best);
  },
);

test("a QR code as full as can be scans", async () => {
  const digits = "0123456789".repeat(709).slice(0, 7089);
  const drawing = drawQr(bytes(digits), { model: 2, moduleSize: 3, errorCorrection: "L" });
  if ("problem" in drawing) throw new Error(drawing.problem);
  expect(drawing.raster.columns).toBe(177);
  expect(await scanSymbol(drawing)).toEqual([{ format: "QRCode", text: digits }]);
});
