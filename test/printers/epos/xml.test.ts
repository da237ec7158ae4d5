import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { EPOS_LIMITS } from "../../../src/printers/epos/epos-limits.ts";
import { readEposRequest } from "../../../src/printers/epos/epos-request.ts";
import { parseXml, textOf } from "../../../src/printers/epos/xml-element.ts";
import { MemoryPrinter, MemoryService, sdkRequest } from "./memory-printer.ts";

const SEED = Number(process.env["TILLROLL_TEST_SEED"]);

function service(): MemoryService {
  return new MemoryService(new MemoryPrinter());
}

const BOMB =
  '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;">]>' +
  "<epos-print><text>&c;</text></epos-print>";

describe("SchemaError", () => {
  test.each<[string, string | Uint8Array]>([
    ["nothing", ""],
    ["no XML", "hello"],
    ["an element that is not closed", "<epos-print><text>"],
    ["elements that cross", sdkRequest("<page><text></page></text>")],
    ["an entity that is not declared", sdkRequest("<text>&nbsp;</text>")],
    ["a bare ampersand", sdkRequest("<text>Fish & Chips</text>")],
    ["a control character", sdkRequest("<text>&#27;</text>")],
    [
      "bytes that are no UTF-8",
      Uint8Array.of(...Buffer.from("<epos-print><text>"), 0xff, ...Buffer.from("</text></epos-print>")),
    ],
    ["UTF-16", Buffer.from("\ufeff<epos-print/>", "utf16le")],
    ["another encoding", '<?xml version="1.0" encoding="shift_jis"?><epos-print/>'],
    ["a document type", "<!DOCTYPE epos-print><epos-print/>"],
    ["entities that expand", BOMB],
    [
      "a document type behind a comment",
      '<?xml version="1.0"?><!-- x --><!DOCTYPE x SYSTEM "file:///etc/passwd"><epos-print/>',
    ],
    ["another root", "<html/>"],
    ["no Body", "<Envelope/>"],
    ["something else in the Body", "<Envelope><Body><fiscal/></Body></Envelope>"],
    ["two documents", "<Envelope><Body><epos-print/><epos-print/></Body></Envelope>"],
    ["an element that is not known", sdkRequest("<paragraph/>")],
    ["too much nesting", "<a>".repeat(50) + "</a>".repeat(50)],
    ["nesting without end", "<a>".repeat(90_000)],
    ["too much markup", sdkRequest("<feed/>".repeat(EPOS_LIMITS.markup))],
  ])("%s", async (_title, body) => {
    const epos = service();
    expect(await epos.answer(body)).toMatchObject({
      success: "false",
      code: "SchemaError",
      status: 0x0f000014,
    });
    expect(epos.printer.jobs).toEqual([]);
    expect(epos.printer.taken).toBe(0);
  });
});

test("text is kept as it is: white space, CDATA, references, whatever an instruction or comment is between", () => {
  const root = parseXml(Buffer.from("<t> a\r\n<![CDATA[<b>&]]><!-- no -->&#x263a;&lt;<?x y?>\t</t>"));
  expect(textOf(root)).toBe(" a\n<b>&☺<\t");
});

test("ISO-8859-1 is read where it is declared", () => {
  const body = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><t>caf\xe9</t>', "latin1");
  expect(textOf(parseXml(body))).toBe("café");
});

test("names of Object.prototype are attributes and elements like others", async () => {
  const body = sdkRequest('<text __proto__="1" constructor="2" toString="3">x</text>');
  expect(await service().answer(body)).toMatchObject({ success: "true" });
  expect(await service().answer(sdkRequest("<constructor/>"))).toMatchObject({ code: "SchemaError" });
});

test("a header is read however it is written", () => {
  const { devid, printJobId, elements } = readEposRequest(
    Buffer.from(
      "<x:Envelope xmlns:x='y'><x:Header><parameter><printjobid/><devid> till </devid></parameter></x:Header><x:Body><epos-print force='true'><cut/>text that belongs to no element<feed/></epos-print></x:Body></x:Envelope>",
    ),
  );
  expect({ devid, printJobId }).toEqual({ devid: "till", printJobId: null });
  expect(elements.map(({ name }) => name)).toEqual(["cut", "feed"]);
});

const words = (list: string): string[] => list.trim().split(/\s+/);

const NAMES =
  words(`text feed image logo barcode symbol hline vline-begin vline-end page area direction position line
  rectangle rotate-begin rotate-end cut pulse sound layout recovery reset command nonsense`);
const ATTRIBUTES =
  words(`lang align rotate linespc font smooth dw dh width height reverse ul em color x y unit line pos
  mode key1 key2 type hri level size x1 x2 y1 y2 style dir drawer time pattern repeat cycle`);
const VALUES =
  words(`0 1 2 8 300 65535 99999999999 -1 1.5 true false ja ko mul left font_b color_2 none gray16 peeling
  code128 qrcode_model_2 pdf417_standard level_1 maxicode_mode_2 gs1_databar_expanded_stacked datamatrix_square
  thin_double right_to_left feed`).concat("", " ");

const attributes = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...ATTRIBUTES), fc.constantFrom(...VALUES)), {
    selector: ([name]) => name,
    maxLength: 6,
  })
  .map((pairs) => pairs.map(([name, value]) => ` ${name}="${value}"`).join(""));
const content = fc.oneof(
  fc.constantFrom(
    "",
    "AAAA",
    "1234567890128",
    "{BABC\\x1d",
    "円\n",
    "é 한 😀",
    "////",
    "1b40",
    "%%",
    "\\",
    "&#13;",
  ),
  fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/[<&>]/g, "")),
);
const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(
      fc.constantFrom(...NAMES),
      attributes,
      fc.oneof(
        { maxDepth: 3 },
        content,
        fc.array(tie("element"), { maxLength: 4 }).map((inner) => inner.join("")),
      ),
    )
    .map(([name, given, inner]) => `<${name}${given}>${inner}</${name}>`),
}));

test("any document is answered: printed, or refused with a code, never thrown", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(element, { maxLength: 6 }), async (elements) => {
      const epos = service();
      const answer = await epos.answer(sdkRequest(elements.join("")));
      expect(["", "SchemaError"]).toContain(answer.code ?? "missing");
      expect(answer.success).toBe(String(answer.code === ""));
      expect(epos.printer.taken).toBe(0);
      expect(epos.logged).toEqual([]);
    }),
    { numRuns: 1500, seed: SEED },
  );
});

test("any bytes are answered", async () => {
  const request = Buffer.from(sdkRequest('<text lang="ja" width="2">円</text><cut/>', "J1"));
  const damaged = fc
    .tuple(fc.nat(request.length), fc.nat(20), fc.uint8Array({ maxLength: 20 }))
    .map(([at, removed, put]) =>
      Buffer.concat([request.subarray(0, at), put, request.subarray(at + removed)]),
    );
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged), async (body) => {
      const { success, code } = await service().answer(body);
      expect(success).toBe(String(code === ""));
    }),
    { numRuns: 1500, seed: SEED },
  );
});
