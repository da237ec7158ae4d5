import { DEFAULT_WIDTH_COLUMNS } from "../domain/limits.ts";
import { CHARSETS } from "../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../escpos/text/printer-profile.ts";
import { width } from "./print-fields.ts";
import { defaultsOf, setting, type SettingsOf } from "./settings.ts";
import * as t from "./values.ts";

/** What of a workspace can be set. */
export const WORKSPACE_SETTINGS = {
  width: setting(t.described(width, "Width of its prints in columns, where none is given."), {
    default: DEFAULT_WIDTH_COLUMNS,
    option: { value: "N" },
  }),
  printQuota: setting(t.nullable(t.integer(1, undefined, "The most prints it may hold, deleted ones too.")), {
    default: null,
    option: { name: "quota", value: "N", none: "0" },
  }),
  requestRate: setting(t.nullable(t.integer(1, undefined, "Requests a second that are answered.")), {
    default: null,
    option: { name: "rate", value: "N", none: "0" },
  }),
  charset: setting(t.choice(CHARSETS, "What its prints' characters are, where the prints do not say."), {
    default: "auto",
    option: { value: "C" },
  }),
  profile: setting(t.choice(PRINTER_PROFILES, "The maker of its printers."), {
    default: "epson",
    option: { value: "P" },
  }),
  defaultRules: setting(t.flag("Whether the rules that come with Tillroll count beside its own."), {
    default: true,
  }),
};

export type WorkspaceSettings = SettingsOf<typeof WORKSPACE_SETTINGS>;

/** A new workspace's settings where nothing else is given. */
export const WORKSPACE_DEFAULTS = defaultsOf(WORKSPACE_SETTINGS) as unknown as WorkspaceSettings;
