import { describe, expect, test } from "bun:test";
import {
  chosenPrinter,
  type PaperSettings,
  settledPrinter,
} from "../../../src/escpos/models/chosen-printer.ts";

const STAR = "star-tsp650ii";
const CHINA = "epson-tm-t70ii-china";

describe("of several that have a say", () => {
  test.each<[string, PaperSettings[], object]>([
    ["nobody says anything", [{}, {}], {}],
    ["null says nothing", [{ model: null, width: null, charset: null, profile: null }], {}],
    [
      "each field is of the first that says it",
      [{ charset: "thai" }, { charset: "japan", width: 42 }, { profile: "star", width: 32 }],
      { charset: "thai", columns: 42, profile: "star" },
    ],
    [
      "what one says wins over its own model",
      [{ model: CHINA, charset: "western" }],
      { model: CHINA, charset: "western" },
    ],
    [
      "what a nearer one says wins over the model of another",
      [{ width: 32, charset: "japan" }, { model: CHINA }],
      { model: CHINA, columns: 32, charset: "japan" },
    ],
    [
      "what is said behind a model is said of another printer",
      [{ charset: "thai" }, { model: STAR }, { model: CHINA, width: 32, charset: "japan", profile: "hp" }],
      { model: STAR, charset: "thai" },
    ],
  ])("%s", (_title, settings, expected) => {
    expect(chosenPrinter(...settings)).toEqual(expected);
  });
});

test.each([
  [{}, { charset: "auto", profile: "epson", columns: 48 }],
  [{ model: CHINA }, { charset: "china", profile: "epson", columns: 48 }],
  [{ model: "epson-tm-t88v" }, { charset: "auto", profile: "epson", columns: 42 }],
  [{ model: "epson-tm-u220" }, { charset: "auto", profile: "epson", columns: 42 }],
  [{ model: STAR }, { charset: "auto", profile: "star", columns: 48 }],
  [
    { model: STAR, columns: 30, charset: "japan" },
    { charset: "japan", profile: "star", columns: 30 },
  ],
] as const)("what is open is the model's: %j", (choice, expected) => {
  expect(settledPrinter(choice)).toMatchObject(expected);
});
