import { describe, expect, test } from "bun:test";
import { decode } from "../../src/escpos/escpos.ts";
import type { Recognition } from "../../src/recognition/recognised.ts";
import { PREVIEW_FORMATS } from "../../src/render/preview-format.ts";
import { render } from "../../src/render/render.ts";
import { renderSvg } from "../../src/render/svg.ts";
import { renderText } from "../../src/render/text.ts";
import { bytes, ESC, GS, sampleReceipt } from "../escpos/bytes.ts";
import { pictureReceipt, withAlternatives } from "../recognition/picture-receipt.ts";

const { raw, recognition } = pictureReceipt(
  bytes(
    [ESC, 0x61, 1, GS, 0x21, 0x11],
    "CORNER SHOP\n",
    [GS, 0x21, 0, ESC, 0x61, 0],
    "\nOrder 1001\n",
    `${"2 Flat white".padEnd(44)}8.20\n`,
    `${"TOTAL".padEnd(44)}8.20\n`,
  ),
);
const receipt = decode(bytes("Above\n", raw, "Below\n"), { columns: 48 });

/** The same, something else about its one picture. */
const withPart = (part: Partial<Recognition[number]>): Recognition =>
  recognition.map((picture) => ({ ...picture, ...part }));

const box = { x: 240, y: 60, width: 90, height: 20 };
const QR: Recognition = withPart({ codes: [{ system: "QR code", text: "https://example.com/\n", box }] });

const shown = (format: (typeof PREVIEW_FORMATS)[number], read: Recognition | undefined) =>
  render(receipt, format, { title: "Till 1", recognition: read });

describe("text", () => {
  test("lines stand in the frame of the picture, their columns kept, and the frame says so", () => {
    expect(shown("text", recognition)).toBe(
      [
        "Above",
        "┌─ recognised, 91 % sure ──────────────────────┐",
        "                   CORNER SHOP",
        "",
        "Order 1001",
        "2 Flat white                                8.20",
        "TOTAL                                       8.20",
        "└──────────────────────────────────────────────┘",
        "Below",
        "",
      ].join("\n"),
    );
  });

  test("what a scanner reads stands where the code is, and a note says what was not read", () => {
    const text = String(
      shown(
        "text",
        QR.map((picture) => ({ ...picture, note: "it took too long" })),
      ),
    );
    expect(text).toContain("\n                    [QR code https://example.com/]\n");
    expect(text).toContain("\n[it took too long]\n└─");
  });

  test("small letters get as many columns as they need", () => {
    const small = pictureReceipt(bytes([ESC, 0x4d, 1], `${"x".repeat(40)} ${"y".repeat(23)}\n`));
    const lines = renderText(decode(small.raw, { columns: 48 }), small).split("\n");
    expect(lines[1]).toBe(`${"x".repeat(40)} ${"y".repeat(23)}`);
  });

  test("words stay apart, however near they are", () => {
    const words = ["TOTAL", "TTC"].map((text, index) => ({
      text,
      confidence: 90,
      box: { x: 64 * index, y: 0, width: 60, height: 20 },
    }));
    const read = withPart({ lines: [{ words, box: { x: 0, y: 0, width: 124, height: 20 } }] });
    expect(String(shown("text", read))).toContain("\nTOTAL TTC\n");
  });

  test("what was recognised is in the order of reading already, what was printed is turned around", () => {
    const hebrew = "םולש";
    const words =
      recognition[0]?.lines[0]?.words.slice(0, 1).map((word) => ({ ...word, text: hebrew })) ?? [];
    const read = withPart({ lines: [{ box, words }] });
    expect(String(shown("text", read))).toContain(hebrew);
  });

  test.each([
    ["nothing was read", undefined],
    ["a picture without anything", withPart({ lines: [] })],
  ])("where there is %s no letters stand", (_name, read) => {
    expect(String(shown("text", read))).toMatch(/^Above\n┌─+┐\n└─+┘\nBelow\n$/);
  });

  test("a picture of which nothing could be read says so", () => {
    const read = withPart({ lines: [], note: "This picture could not be read." });
    const text = String(shown("text", read));
    expect(text).toMatch(/\n┌─ not recognised ─+┐\n\[This picture could not be read\.\]\n└─+┘\n/);
    expect(String(shown("svg", read))).toContain(">not recognised</text>");
  });
});

describe("drawings", () => {
  const svg = String(shown("svg", QR));

  test("the text lies over the picture unseen, each line a text and each word as wide as on the picture", () => {
    const group = /<g class="recognised".*?<\/g>/.exec(svg)?.[0] ?? "";
    expect(group).toStartWith(
      '<g class="recognised" role="group" aria-label="recognised, 91 % sure" font-family="monospace" fill-opacity="0">',
    );
    expect(group).toContain(
      '<text y="187.2" font-size="24"><tspan x="0" textLength="60" lengthAdjust="spacingAndGlyphs">TOTAL</tspan> ' +
        '<tspan x="528" textLength="48" lengthAdjust="spacingAndGlyphs">8.20</tspan></text>'.replace(
          "169.2",
          "",
        ),
    );
    expect(svg.indexOf("<image")).toBeLessThan(svg.indexOf(group));
  });

  test("a code has its name and what it holds", () => {
    expect(svg).toContain('fill="none" role="img" aria-label="QR code https://example.com/"/>');
  });

  test("a mark beside the picture says that it is recognised, and how surely", () => {
    expect(svg).toMatch(/<path d="M581 30v\d+" stroke="#777"[^>]*\/><text x="592" y="35">recognised<\/text>/);
    expect(svg).toContain(">91 % sure</text>");
  });

  test("marks of pictures and of cuts stand in the order of the paper", () => {
    const two = decode(bytes(raw, [GS, 0x56, 0], raw), { columns: 48 });
    const [picture] = recognition;
    const second = { ...picture, box: { ...picture?.box, y: two.heightDots / 2 } } as Recognition[number];
    const drawn = renderSvg(two, { recognition: [...recognition, second] });
    const marks = [...drawn.matchAll(/<text x="592" y="(\d+)">([^<]*)/g)].map(([, y, label]) => [
      Number(y),
      label,
    ]);
    expect(marks.map(([, label]) => label)).toEqual([
      "recognised",
      "91 % sure",
      "✂ cut",
      "recognised",
      "91 % sure",
    ]);
    expect(marks.map(([y]) => y)).toEqual(marks.map(([y]) => y).toSorted((a, b) => Number(a) - Number(b)));
  });

  test("nothing that was read can leave its place in the document", () => {
    const hostile = '</text><script>alert(1)</script>&"\u0000\ud800';
    const words = [{ text: hostile, confidence: 1, box }];
    const codes = [{ system: hostile, text: hostile, box }];
    const read = withPart({ lines: [{ words, box }], codes, note: hostile });
    for (const format of ["svg", "html"] as const) {
      const drawn = String(shown(format, read));
      expect(drawn).not.toContain("<script");
      expect(drawn).toContain("&lt;script&gt;");
      expect(drawn).not.toContain("\u0000");
    }
  });

  test("the page has it too", () => {
    expect(String(shown("html", recognition))).toContain('<g class="recognised"');
  });

  test("where pieces tell their bytes a click is for the picture: the mark is there, the text is not", () => {
    const drawn = renderSvg(receipt, { origins: true, recognition });
    expect(drawn).not.toContain('class="recognised"');
    expect(drawn).toContain(">recognised</text></g>");
  });
});

test("JSON has lines, words and codes with boxes, how sure they are, and the bytes of the picture", () => {
  const { recognised } = JSON.parse(String(shown("json", QR)));
  expect(recognised).toHaveLength(1);
  const [picture] = QR;
  expect(recognised[0]).toEqual({
    ...picture,
    lines: picture?.lines.map((line) => ({
      box: { ...line.box, y: line.box.y + 30 },
      words: line.words.map((word) => ({ ...word, box: { ...word.box, y: word.box.y + 30 } })),
    })),
    codes: [{ system: "QR code", text: "https://example.com/\n", box: { ...box, y: 90 } }],
    box: { x: 0, y: 30, width: 576, height: recognition[0]?.box.height },
    confidence: 91,
    leastConfidence: 91,
    from: 6,
    to: 6 + raw.length,
  });
});

test("the explanation has the lines, and a sentence with how sure they are", () => {
  const { recognised } = JSON.parse(String(shown("explain", QR)));
  expect(recognised).toMatchObject([
    {
      from: 6,
      to: 6 + raw.length,
      y: 30,
      words: 10,
      confidence: 91,
      lines: ["CORNER SHOP", "Order 1001", "2 Flat white 8.20", "TOTAL 8.20"],
      codes: [{ system: "QR code", text: "https://example.com/\n" }],
      sentence:
        "Recognised in a picture, not printed as text: 10 words and 1 code, 91 % sure on average, the least sure word 91 %",
    },
  ]);
});

describe("what a number in doubt may be instead", () => {
  const doubted = withAlternatives(recognition, { "1001": ["1007", "I001"] });

  test.each(["text", "svg", "html", "pdf", "png", "commands"] as const)("is not shown as %s", (format) => {
    expect(shown(format, doubted)).toEqual(shown(format, recognition));
  });

  test("is told by JSON and the explanation", () => {
    const json = JSON.parse(String(shown("json", doubted)));
    expect(json.recognised[0].lines[1].words[1]).toMatchObject({
      text: "1001",
      alternatives: ["1007", "I001"],
    });
    const explained = JSON.parse(String(shown("explain", doubted)));
    expect(explained.recognised[0].doubtful).toEqual([{ text: "1001", alternatives: ["1007", "I001"] }]);
  });
});

test("a PDF says in its subject that its text was recognised", () => {
  const subject = Buffer.from("text of a picture: recognised, 91 % sure", "utf16le").swap16().toString("hex");
  expect(Buffer.from(shown("pdf", recognition)).toString("latin1")).toContain(`/Subject <feff${subject}>`);
});

test.each(PREVIEW_FORMATS)(
  "%s of a print without pictures is the same with and without recognition",
  (format) => {
    const printed = decode(bytes("A\n"), { columns: 48 });
    expect(render(printed, format, { title: "x", recognition })).toEqual(
      render(printed, format, { title: "x" }),
    );
  },
);

test.each(["png", "commands"] as const)(
  "%s shows what was printed, and nothing of what was recognised",
  (format) => {
    const printed = decode(bytes(raw, sampleReceipt()), { columns: 48 });
    expect(render(printed, format, { title: "x", recognition })).toEqual(
      render(printed, format, { title: "x" }),
    );
  },
);
