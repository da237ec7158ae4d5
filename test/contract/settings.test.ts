import { describe, expect, test } from "bun:test";
import {
  PRINTER_DEFAULTS,
  PRINTER_SETTINGS,
  RETIRED_PRINTER_SETTINGS,
  type PrinterSettings,
} from "../../src/contract/printer-settings.ts";
import { NewPrinter, PrinterPatch, readNewPrinter, readPrinterPatch } from "../../src/contract/printer.ts";
import { jsonSchemaOf } from "../../src/contract/schema.ts";
import { TillrollError } from "../../src/domain/errors.ts";

const current: PrinterSettings = { ...PRINTER_DEFAULTS, name: "till" };

/** What is wrong with a body, as `path: message`. */
function faultsOf(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    if (!(error instanceof TillrollError)) throw error;
    const issues = error.data["issues"] as { path: string; message: string }[];
    return issues.map(({ path, message }) => `${path}: ${message}`);
  }
  return [];
}

const NAME_FAULT =
  "name: must have 1 to 63 of the characters A-Z a-z 0-9 . _ - and begin with a letter or digit.";
const FAULTS: readonly (readonly [object, readonly string[]])[] = [
  [{ name: "-x" }, [NAME_FAULT]],
  [{ name: "x".repeat(64) }, [NAME_FAULT]],
  [{ name: null }, [NAME_FAULT]],
  [{ deviceId: 1 }, ["deviceId: must be a string, not a number."]],
  [{ width: 23 }, ["width: must be an integer from 24 to 80."]],
  [{ charset: "klingon" }, [expect.stringMatching(/^charset: must be one of auto, /)]],
  [{ profile: "" }, [expect.stringMatching(/^profile: must be one of epson, /)]],
  [
    { model: "TM-T88V" },
    [expect.stringMatching(/^model: must be the name of a model, such as epson-tm-t88v: /)],
  ],
  [{ reportedModel: "" }, ["reportedModel: must have from 1 to 80 characters."]],
  [{ reportedModel: "Drücker" }, ["reportedModel: must be printable ASCII."]],
  [{ tag: [] }, ["tag: must be an object of strings, not an array."]],
  [
    { tag: { a: 1, "": "x" } },
    ["tag.a: must be a string, not a number.", "tag.: the key must have from 1 to 100 characters."],
  ],
  [{ allow: ["192.168.1.0/33"] }, ["allow.0: must be an address or a CIDR block such as 192.168.1.0/24."]],
  [{ allow: Array.from({ length: 101 }, () => "::1") }, ["allow: must have at most 100 entries, not 101."]],
  [
    { allowOrigins: ["null"] },
    ["allowOrigins.0: must be an origin; pages that have none (null) cannot be told apart, nor allowed."],
  ],
  [{ protocols: ["raw", "fax"] }, ["protocols.1: must be one of raw, epos, webprnt, lpd, ipp."]],
  [{ address: "10.0.0.0/8" }, ["address: must be an IP address of this machine."]],
  [{ rawPort: 0 }, ["rawPort: must be an integer from 1 to 65535."]],
  [{ target: "" }, ["target: must have from 1 to 500 characters."]],
  [{ passThrough: "yes" }, ["passThrough: must be true or false, not a string."]],
  [{ whenUnreachable: "refuse" }, ["whenUnreachable: must be one of accept, report."]],
  [
    { target: "tcp://192.168.1.50", targetModel: "office-a4" },
    [expect.stringMatching(/^targetModel: prints pages, which tcp: does not take; give a target such as /)],
  ],
  [
    { targetModel: "laser" },
    [expect.stringMatching(/^targetModel: must be the name of a model .* or office-letter/)],
  ],
  [{ translate: "yes" }, ["translate: must be one of auto, always, never."]],
  [{ rawPort: 1, eposPort: 1 }, ["eposPort: must be another port than rawPort."]],
  [{ whenInterrupted: "ask" }, ["whenInterrupted: must be one of hold, resend."]],
  [{ held: null }, ["held: must be true or false, not null."]],
  [{ simulate: "fire" }, [expect.stringMatching(/^simulate: must be one of online, /)]],
  [{ colour: 1 }, [expect.stringMatching(/^colour: is not a field here; the fields are name, deviceId, /)]],
  [
    { width: 1, held: 1 },
    ["width: must be an integer from 24 to 80.", "held: must be true or false, not a number."],
  ],
];

describe("settings of a printer", () => {
  test.each(FAULTS)("%j is refused when it is made, and when it is changed", (body, faults) => {
    expect(faultsOf(() => readNewPrinter({ name: "till", ...body }))).toEqual([...faults]);
    expect(faultsOf(() => readPrinterPatch(body, current))).toEqual([...faults]);
  });

  test("a name must be there", () => {
    expect(faultsOf(() => readNewPrinter({}))).toEqual(["name: is missing: give the printer a name."]);
    expect(faultsOf(() => readNewPrinter([]))).toEqual([": The body must be a JSON object, not an array."]);
  });

  test("what is not given has its default, and a patch has what is given alone", () => {
    expect(readNewPrinter({ name: "till" })).toEqual(current);
    expect(readPrinterPatch({}, current)).toEqual({});
    expect(readPrinterPatch({ width: null, tag: null }, current)).toEqual({ width: null, tag: {} });
  });

  test.each([
    [
      { allowOrigins: ["HTTPS://POS.example:443/", "https://pos.example"] },
      { allowOrigins: ["https://pos.example"] },
    ],
    [{ protocols: ["ipp", "raw", "ipp"] }, { protocols: ["raw", "ipp"] }],
    [{ deviceId: "a\ud800" }, { deviceId: "a\ufffd" }],
  ])("%j is kept as %j", (given, kept) => {
    expect(readPrinterPatch(given, current) as object).toEqual(kept);
  });

  test("fields that only make sense together are looked at with those that are there", () => {
    expect(faultsOf(() => readPrinterPatch({ eposPort: 9100 }, { ...current, rawPort: 9100 }))).toHaveLength(
      1,
    );
  });

  test("a setting of older versions may be given, and changes nothing", () => {
    expect(readPrinterPatch({ passThrough: true, held: true }, current)).toEqual({ held: true });
  });

  test("the reference has each of them, says what it means, and has no defaults", () => {
    for (const schema of [jsonSchemaOf(NewPrinter), jsonSchemaOf(PrinterPatch)]) {
      const properties = schema["properties"] as Record<string, { description?: string; default?: unknown }>;
      expect(Object.keys(properties)).toEqual(
        Object.keys({ ...PRINTER_SETTINGS, ...RETIRED_PRINTER_SETTINGS }),
      );
      for (const property of Object.values(properties)) {
        expect(property.description).toMatch(/\.$/);
        expect(property).not.toHaveProperty("default");
      }
      expect(schema["additionalProperties"]).toBe(false);
    }
    expect(jsonSchemaOf(NewPrinter)["required"]).toEqual(["name"]);
    expect(jsonSchemaOf(PrinterPatch)["required"]).toBeUndefined();
  });
});
