import { describe, expect, test } from "bun:test";
import { PRINTER_DEFAULTS, PRINTER_SETTINGS } from "../../../src/contract/printer-settings.ts";
import type { Setting } from "../../../src/contract/settings.ts";
import { kindOf, readSetting, writeSetting } from "../../../src/web/browser/design/setting-value.ts";

type SettingName = keyof typeof PRINTER_SETTINGS;

const kind = (name: SettingName) => kindOf(PRINTER_SETTINGS[name] as Setting);

test.each([
  ["name", "text"],
  ["marks", "flag"],
  ["translate", "choice"],
  ["charset", "choice"],
  ["protocols", "choices"],
  ["allow", "list"],
  ["tag", "pairs"],
  ["rawPort", "integer"],
  ["holdAfter", "duration"],
  ["pollSeconds", "integer"],
  ["pollCredentials", "secret"],
] as const)("%s is filled in as %s", (name, expected) => {
  expect(kind(name).kind).toBe(expected);
});

test("every default stands in its field as it is read again", () => {
  for (const [name, value] of Object.entries(PRINTER_DEFAULTS)) {
    const own = kind(name as SettingName);
    if (own.kind === "flag" || own.kind === "choices") continue;
    expect([name, readSetting(own, writeSetting(own, value))]).toEqual([name, value as never]);
  }
});

describe("what a person writes", () => {
  test.each([
    ["rawPort", " 9101 ", 9101],
    ["rawPort", "", null],
    ["rawPort", "ninety", "ninety"],
    ["holdAfter", "2h", 7200],
    ["holdAfter", "90", 90],
    ["holdAfter", "soon", "soon"],
    ["allow", "192.168.1.31\n\n 10.0.0.0/8 ", ["192.168.1.31", "10.0.0.0/8"]],
    ["tag", "branch=Vienna\nnote=a=b\nempty", { branch: "Vienna", note: "a=b", empty: "" }],
    ["target", " usb:J4NF ", "usb:J4NF"],
    ["target", "  ", null],
  ] as const)("%s: %j", (name, text, value) => {
    expect(readSetting(kind(name), text)).toEqual(value as never);
  });

  test.each([
    ["holdAfter", 7200, "2h"],
    ["holdAfter", 90, "90s"],
    ["holdAfter", 300, "5min"],
    ["holdAfter", 172_800, "2d"],
    ["tag", { branch: "Vienna" }, "branch=Vienna"],
    ["also", ["bar", "kitchen"], "bar\nkitchen"],
  ] as const)("%s of %j is shown as %j", (name, value, text) => {
    expect(writeSetting(kind(name), value)).toBe(text);
  });
});
