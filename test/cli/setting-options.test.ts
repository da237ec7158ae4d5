import { describe, expect, test } from "bun:test";
import { PRINTER_SETTINGS } from "../../src/contract/printer-settings.ts";
import { WORKSPACE_SETTINGS } from "../../src/contract/workspace-settings.ts";
import { UsageError } from "../../src/cli/options.ts";
import { readOptions } from "../../src/cli/read-options.ts";
import { givenSettings, settingOptions } from "../../src/cli/setting-options.ts";

const TABLES = { printer: PRINTER_SETTINGS, workspace: WORKSPACE_SETTINGS };

/** What a command line gives. */
function settingsOf(table: keyof typeof TABLES, words: readonly string[]) {
  const given = readOptions(words, settingOptions(TABLES[table]), {});
  return givenSettings(TABLES[table], given);
}

describe("options of settings", () => {
  test.each<[keyof typeof TABLES, string[], object]>([
    ["printer", [], {}],
    [
      "printer",
      ["--device-id", "till-2", "--model=epson-tm-m30"],
      { deviceId: "till-2", model: "epson-tm-m30" },
    ],
    ["printer", ["--width", "42"], { width: 42 }],
    ["printer", ["--raw-port", "9101", "--epos-port", "0"], { rawPort: 9101, eposPort: null }],
    ["printer", ["--target", "none"], { target: null }],
    ["printer", ["--model", "none", "--reported-model", "none"], { model: null, reportedModel: null }],
    ["workspace", ["--model", "star-tsp100", "--charset", "none"], { model: "star-tsp100", charset: null }],
    ["printer", ["--tag", "a=1", "--tag", "b=x=y"], { tag: { a: "1", b: "x=y" } }],
    ["printer", ["--allow", "10.0.0.0/8", "--allow", "::1"], { allow: ["10.0.0.0/8", "::1"] }],
    ["printer", ["--allow="], { allow: [] }],
    ["printer", ["--allow-origin", "none"], { allowOrigins: [] }],
    ["printer", ["--protocols", "raw,ipp"], { protocols: ["raw", "ipp"] }],
    [
      "printer",
      ["--kick-lifetime", "none", "--mark-late", "5min", "--hold-after", "1h", "--expire-after=15s"],
      { kickLifetime: null, markLate: 300, holdAfter: 3600, expireAfter: 15 },
    ],
    ["printer", ["--backup", "bar", "--backup-after", "90"], { backup: "bar", backupAfter: 90 }],
    ["printer", ["--also", "bar", "--also", "grill"], { also: ["bar", "grill"] }],
    ["printer", ["--backup", "none", "--also", "none"], { backup: null, also: [] }],
    [
      "printer",
      ["--when-unreachable", "report", "--hold", "false"],
      { whenUnreachable: "report", held: false },
    ],
    ["workspace", ["--quota", "0", "--rate", "5"], { printQuota: null, requestRate: 5 }],
    ["workspace", ["--charset", "japan", "--profile", "star"], { charset: "japan", profile: "star" }],
  ])("of a %s: %j", (table, words, settings) => {
    expect(settingsOf(table, words) as object).toEqual(settings);
  });

  test.each<[keyof typeof TABLES, string[], RegExp]>([
    ["printer", ["--width", "81"], /--width must be an integer from 24 to 80, not "81"/],
    ["printer", ["--raw-port", "65536"], /--raw-port must be an integer from 0 to 65535/],
    ["printer", ["--charset", "klingon"], /--charset must be one of auto, /],
    ["printer", ["--model", "TM-U220"], /--model cannot be "TM-U220". Did you mean "epson-tm-u220"/],
    ["printer", ["--hold-after", "soon"], /--hold-after must be a duration such as 30s, 5min or 1h/],
    ["printer", ["--hold-after", "0"], /from 1 s to 2592000 s, not "0"/],
    ["printer", ["--repeats", "refuse"], /--repeats must be one of print, mark, hold/],
    ["printer", ["--hold", "yes"], /--hold must be one of true, false/],
    ["printer", ["--tag", "a"], /--tag a must have the form K=V/],
    ["workspace", ["--rate", "-1"], /--rate needs a value/],
    ["workspace", ["--default-rules", "true"], /no option "--default-rules"/],
  ])("of a %s: %j is refused", (table, words, message) => {
    expect(() => settingsOf(table, words)).toThrow(UsageError);
    expect(() => settingsOf(table, words)).toThrow(message);
  });

  test("say what they mean, what there is, and how to have none", () => {
    const helps = new Map(settingOptions(PRINTER_SETTINGS).map(({ name, help }) => [name, help]));
    expect(helps.get("width")).toBe("Columns of its paper; the model's where there are none. From 24 to 80.");
    expect(helps.get("mark-late")).toEndWith("; none for ever. Such as 90, 30s, 5min, 1h.");
    expect(helps.get("model")).toEndWith(
      'The workspace\'s where there is none. "tillroll models" lists them. "none" takes it away.',
    );
    expect(helps.get("raw-port")).toBe("TCP port for raw printing, where it has one. 0 for none.");
    expect(helps.get("tag")).toBe("A tag for each of its prints. Repeatable.");
    expect(helps.get("protocols")).toEndWith("Any of raw, epos, webprnt, lpd, ipp.");
    expect(helps.get("allow-origin")).toEndWith('Repeatable. "none" takes them all away.');
    expect(helps.has("simulate")).toBe(false);
  });
});
