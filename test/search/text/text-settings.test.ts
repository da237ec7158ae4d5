import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { CHARSETS, PRINTER_PROFILES } from "../../../src/escpos/escpos.ts";
import { MODEL_IDS } from "../../../src/escpos/models/models.ts";
import { type OwnSettings, TEXT_VERSION, TextSettings } from "../../../src/search/text/text-settings.ts";

const WORKSPACE = { charset: "auto", profile: "epson" } as const;

/** The version that segments have had from the first, in workspaces whose printers have no settings of their own. */
const PLAIN_VERSION = Bun.hash.crc32(`${TEXT_VERSION} auto epson`);

const printer = (id: number, firstOrdinal: number, own: Partial<OwnSettings>): OwnSettings => ({
  id,
  firstOrdinal,
  charset: null,
  profile: null,
  ...own,
});
const settingsWith = (...printers: OwnSettings[]) => new TextSettings(1, WORKSPACE, printers);

describe("the version of text", () => {
  const plain = settingsWith();
  const japan = settingsWith(printer(3, 100, { charset: "japan" }));

  test("is what it always was without printers that have settings of their own", () => {
    expect([plain.versionTo(0), plain.versionTo(1), plain.version]).toEqual(Array(3).fill(PLAIN_VERSION));
  });

  test.each([
    ["a charset that is the workspace's", { charset: "auto" }],
    ["a profile that is the workspace's", { profile: "epson" }],
    ["both", WORKSPACE],
  ] as const)("is the same with a printer of %s", (_name, own) => {
    expect(settingsWith(printer(3, 0, own)).version).toBe(PLAIN_VERSION);
  });

  test("is another one from the first print on that may have come in by a printer of its own charset", () => {
    expect(japan.versionTo(100)).toBe(PLAIN_VERSION);
    expect(japan.versionTo(101)).toBe(japan.version);
    expect(japan.version).not.toBe(PLAIN_VERSION);
  });

  test.each([
    ["another charset", printer(3, 100, { charset: "korea" })],
    ["a profile too", printer(3, 100, { charset: "japan", profile: "star" })],
    ["a profile instead", printer(3, 100, { profile: "star" })],
    ["another printer", printer(4, 100, { charset: "japan" })],
  ])("is another one with %s", (_name, other) => {
    expect(settingsWith(other).version).not.toBe(japan.version);
  });

  test("of earlier prints is not changed by a new printer", () => {
    const more = settingsWith(
      printer(3, 100, { charset: "japan" }),
      printer(4, 250, { charset: "korea" }),
      printer(5, 250, { profile: "star" }),
    );
    expect(more.versionTo(250)).toBe(japan.version);
    expect(new Set([250, 251].map((end) => more.versionTo(end))).size).toBe(2);
    expect(more.versionTo(251)).toBe(more.version);
  });

  test("counts what a printer is decoded with, whoever of the two says so", () => {
    const star = new TextSettings(1, { charset: "auto", profile: "star" }, [
      printer(3, 0, { charset: "japan" }),
    ]);
    const both = new TextSettings(1, { charset: "auto", profile: "star" }, [
      printer(3, 0, { charset: "japan", profile: "star" }),
    ]);
    expect(star.version).toBe(both.version);
  });
});

describe("the settings for a print", () => {
  const settings = settingsWith(
    printer(3, 0, { charset: "japan" }),
    printer(4, 9, { charset: "thai", profile: "star" }),
    printer(5, 9, { model: "star-tsp650ii" }),
  );
  test.each([
    ["no printer", null, WORKSPACE],
    ["a printer without its own, or that was removed", 2, WORKSPACE],
    ["a printer with one of the two", 3, { charset: "japan", profile: "epson" }],
    ["a printer with both", 4, { charset: "thai", profile: "star" }],
    ["a printer with a model, which leaves nothing to the workspace", 5, { model: "star-tsp650ii" }],
  ] as const)("that came in by %s", (_name, printerId, expected) => {
    expect(settings.of(printerId)).toEqual(expected);
  });
});

const ownSettings = fc.record({
  id: fc.integer({ min: 1, max: 50 }),
  firstOrdinal: fc.integer({ min: 0, max: 40 }),
  model: fc.option(fc.constantFrom(...MODEL_IDS)),
  charset: fc.option(fc.constantFrom(...CHARSETS)),
  profile: fc.option(fc.constantFrom(...PRINTER_PROFILES)),
});

test("runs are the prints one by one, in whatever order the printers were read", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(ownSettings, { selector: ({ id }) => id, maxLength: 6 }),
      fc.integer({ min: 0, max: 45 }),
      fc.integer({ min: 0, max: 45 }),
      (printers, from, to) => {
        const settings = settingsWith(...printers);
        const runs = settings.runs(from, to);
        const each = runs.flatMap((run) =>
          Array.from({ length: run.to - run.from }, (_, index) => [run.from + index, run.version]),
        );
        const expected = Array.from({ length: Math.max(to - from, 0) }, (_, index) => [
          from + index,
          settings.versionTo(from + index + 1),
        ]);
        expect(each).toEqual(expected);
        expect(settingsWith(...printers.toReversed()).runs(from, to)).toEqual(runs);
      },
    ),
  );
});
