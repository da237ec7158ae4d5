import { expect, test } from "bun:test";
import { decode } from "../../src/escpos/escpos.ts";
import { MAXIMUM_PIECES, MAXIMUM_PREVIEW_CHARACTERS } from "../../src/escpos/limits.ts";
import { renderJson } from "../../src/render/json.ts";
import { LEFT_OUT, LimitedText } from "../../src/render/limited-text.ts";
import { renderCommands, renderExplanation } from "../../src/render/commands.ts";
import { renderSvg } from "../../src/render/svg.ts";
import { renderText } from "../../src/render/text.ts";
import { PREVIEW_FORMATS } from "../../src/render/preview-format.ts";
import { render } from "../../src/render/render.ts";

const PRINTER = { columns: 48, charset: "auto", profile: "epson" } as const;
const LIMIT = 4000;
const receipt = decode(
  Buffer.from("\x1bE\x01one\x1bE\x00 two\n\x1dV\x00\x1bp\x00\x32\xfa".repeat(200), "latin1"),
  PRINTER,
);

test.each([
  ["json", () => renderJson(receipt, {}, new LimitedText(LIMIT))],
  ["explain", () => renderExplanation(receipt, {}, new LimitedText(LIMIT))],
  ["svg", () => renderSvg(receipt, {}, new LimitedText(LIMIT))],
  ["text", () => renderText(receipt, {}, new LimitedText(LIMIT))],
])("%s says what it leaves out", (_format, draw) => {
  const drawn = draw();
  expect(drawn.length).toBeLessThan(2 * LIMIT);
  expect(drawn).toContain(LEFT_OUT);
});

test("what is left of JSON is JSON", () => {
  const json = JSON.parse(renderJson(receipt, {}, new LimitedText(LIMIT)));
  expect(json).toMatchObject({ columns: 48, truncated: true });
  expect(json.pieces.length + json.events.length).toBeGreaterThan(0);
  expect(JSON.parse(renderExplanation(receipt, {}, new LimitedText(LIMIT))).commands.length).toBeGreaterThan(
    0,
  );
  const lines = renderCommands(receipt, new LimitedText(LIMIT)).trim().split("\n");
  expect(JSON.parse(lines.at(-1) ?? "").note).toMatch(/^commands from byte \d+ on are not listed$/);
});

test("without need nothing is left out", () => {
  const { source: _, printer: __, ...rest } = receipt;
  const pieces = receipt.pieces.map((piece) =>
    piece.kind === "raster" ? { ...piece, bytes: Buffer.from(piece.bytes).toString("base64") } : piece,
  );
  expect(JSON.parse(renderJson(receipt))).toEqual(JSON.parse(JSON.stringify({ ...rest, pieces })));
  expect(renderSvg(receipt)).not.toContain(LEFT_OUT);
});

test.each(PREVIEW_FORMATS.map((format) => [format]))(
  "eight megabytes of commands make no more than the limit: %s",
  (format) => {
    const raw = Buffer.from("a\x1bE\x01b\x1bE\x00".repeat(1_000_000), "latin1");
    const hostile = decode(raw, PRINTER);
    expect(hostile.pieces.length).toBeLessThanOrEqual(MAXIMUM_PIECES);
    const drawn = render(hostile, format, { title: "x", origins: true });
    expect(drawn.length).toBeLessThanOrEqual(MAXIMUM_PREVIEW_CHARACTERS + 10_000);
  },
  60_000,
);
