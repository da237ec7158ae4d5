import { afterAll, describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  configurationPlaces,
  faultsOf,
  findConfiguration,
  readConfiguration,
  systemConfigurationFolder,
} from "../../src/configuration/configuration-file.ts";
import type { Option } from "../../src/configuration/option.ts";
import { ADDRESS_BLOCK, choice, duration, integer, ON_OR_OFF } from "../../src/configuration/value-kinds.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const OPTIONS: readonly Option[] = [
  { name: "port", value: "N", help: "A port.", kind: integer(0, 65_535), default: 9180 },
  { name: "allow", value: "A", help: "An address.", repeatable: true, kind: ADDRESS_BLOCK, default: [] },
  { name: "reading", value: "SWITCH", help: "Whether.", kind: ON_OR_OFF, default: true },
  { name: "charset", value: "C", help: "One.", kind: choice(["utf-8", "latin1"]), default: "utf-8" },
  { name: "patience", value: "D", help: "How long.", kind: duration(1, 3600), default: 30 },
  { name: "strict", help: "A switch." },
  { name: "key", value: "K", help: "A secret.", secret: true, kind: integer(0, 9), default: null },
  { name: "backup-to", value: "PLACE", help: "Where." },
  { name: "config", value: "FILE", help: "The file." },
  { name: "now", help: "Only the line.", lineOnly: true },
];

/** The faults of a file with such a text, as `LINE: message`. */
function faults(text: string): string[] {
  const path = join(folder, "tillroll.toml");
  writeFileSync(path, text);
  return faultsOf(readConfiguration(path), OPTIONS).map(({ line, message }) => `${line}: ${message}`);
}

describe("a configuration file", () => {
  test("that is right has no faults", () => {
    const text = `
      # A comment, and a mark of a Windows editor.
      port = 80
      allow = [
        "10.0.0.0/8", # the tills
        "::1",
      ]
      reading = false
      charset = "latin1"
      patience = "5min"
      strict = true
      key-file = '/run/credentials/key'
      backup-to = 's3://bucket/port = 3'`;
    expect(faults(text)).toEqual([]);
    expect(faults(`\ufeff${text.replaceAll("\n", "\r\n")}`)).toEqual([]);
    expect(faults('allow = "::1"\nreading = "on"')).toEqual([]);
    expect(faults("")).toEqual([]);
  });

  test.each([
    ['\nprot = "80"', '2: There is no setting "prot". Did you mean "port"?'],
    ["xylophone = 1", '1: There is no setting "xylophone".'],
    ["back_up-to = 1", '1: There is no setting "back_up-to". Did you mean "backup-to"?'],
    ["port = 70000", "1: port must be an integer from 0 to 65535, not 70000."],
    ["port = 1.5", "1: port must be an integer from 0 to 65535, not 1.5."],
    ['port = "80"', "1: port is a number: write it without quotes."],
    ["port = [80]", "1: port takes one value, no list."],
    ['# port = 1\n\nport = "x"', '3: port must be an integer from 0 to 65535, not "x".'],
    ['x-note = """\nport = 80\n"""\nport = -1', "4: port must be an integer from 0 to 65535, not -1."],
    ['allow = [\n "::1",\n "till"\n]', "1: allow must be an address such as 192.168.1.60"],
    ["strict = 1", "1: strict must be true or false, without quotes."],
    ['strict = "yes"', "1: strict must be true or false, without quotes."],
    ["charset = 8", "1: charset must be one of utf-8, latin1, not 8."],
    ["reading = 1", "1: reading must be one of on, off, not 1."],
    ['patience = "2 weeks"', "1: patience must be a duration such as 30s, 5min or 1h, from 1 s to 3600 s"],
    ["key = 4711", "1: key must be an integer from 0 to 9, not what is there."],
    [
      "[backup]\nto = 'x'",
      '1: There are no tables here, such as "backup". Write backup-to = … without a table.',
    ],
    ["[[allow]]\na = 1", '1: There are no tables here, such as "allow".'],
    ["config = 'x'", '1: There is no setting "config".'],
    ["now = true", '1: There is no setting "now".'],
    ["port = 1\nport = 2", "2: This is no TOML: Cannot redefine key 'port'."],
    ["port = 1\nallow = [\n'::1'\n", "2: This is no TOML: Expected ',' or ']'"],
    ["\n\nport = yes", '3: This is no TOML: Strings must be quoted: "yes".'],
    ['backup-to = "C:\\Users"', "A path of Windows is written in single quotes."],
  ])("%j: %s", (text, message) => {
    expect(faults(text).join("\n")).toContain(message);
  });

  test("tells all faults, by line", () => {
    const found = faults("strict = 3\nallow = ['x']\nport = 'x'\nprot = 2\n");
    expect(found.map((fault) => fault.split(":")[0])).toEqual(["1", "2", "3", "4"]);
  });

  test("that cannot be read says why", () => {
    const none = readConfiguration(join(folder, "none.toml"));
    expect(faultsOf(none, OPTIONS)[0]?.message).toContain("there is no such file");
    expect(faultsOf(readConfiguration(folder), OPTIONS)[0]?.message).toContain("folder");
    expect(faults(`# ${"x".repeat(300_000)}`)).toEqual(["null: It is too large to be a configuration file."]);
  });
});

test("a long file that is wrong throughout is told line by line", () => {
  const lines = Array.from({ length: 3000 }, (_, index) => `nonsense-${index} = [\n${index}]`);
  const told = faults(lines.join("\n"));
  expect(told.length).toBe(lines.length);
  expect(told.at(-1)).toStartWith("5999: ");
});

describe("where it is", () => {
  test("in the data folder, else in the machine's own; or where it is said to be", () => {
    const [inData, inSystem] = [join(folder, "data"), join(folder, "etc")];
    const places = configurationPlaces(inData, inSystem);
    expect(findConfiguration(null, places)).toBeNull();
    for (const path of places.toReversed()) {
      // `Bun.write` would be later than the next look.
      Bun.spawnSync(["mkdir", "-p", join(path, "..")]);
      writeFileSync(path, "");
      expect(findConfiguration(null, places)).toBe(path);
    }
    expect(findConfiguration("/srv/mine.toml", places)).toBe("/srv/mine.toml");
    expect(findConfiguration("none", places)).toBeNull();
  });

  test.each([
    ["linux", "/etc/tillroll"],
    ["darwin", "/Library/Application Support/Tillroll"],
    ["win32", join("D:\\ProgramData", "Tillroll")],
  ] as const)("on %s in %s", (platform, expected) => {
    expect(systemConfigurationFolder(platform, { ProgramData: "D:\\ProgramData" })).toBe(expected);
  });
});
