import { DEFAULT_WIDTH_COLUMNS } from "../domain/limits.ts";
import { CHARSETS } from "../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../escpos/text/printer-profile.ts";
import { width } from "./print-fields.ts";
import { choice, described, flag, integer, nullable } from "./values.ts";
import { defaultsOf, setting, type SettingsOf } from "./settings.ts";

/** What of a workspace can be set. */
export const WORKSPACE_SETTINGS = {
  width: setting({
    schema: described(width, { description: "Width of its prints in columns, where none is given." }),
    default: DEFAULT_WIDTH_COLUMNS,
    option: { value: "N" },
  }),
  printQuota: setting({
    schema: nullable(
      integer(1, undefined, { description: "The most prints it may hold, deleted ones too." }),
    ),
    default: null,
    option: { name: "quota", value: "N", none: "0" },
  }),
  requestRate: setting({
    schema: nullable(integer(1, undefined, { description: "Requests a second that are answered." })),
    default: null,
    option: { name: "rate", value: "N", none: "0" },
  }),
  charset: setting({
    schema: choice(CHARSETS, {
      description: "What its prints' characters are, where the prints do not say.",
    }),
    default: "auto",
    option: { value: "C" },
  }),
  profile: setting({
    schema: choice(PRINTER_PROFILES, { description: "The maker of its printers." }),
    default: "epson",
    option: { value: "P" },
  }),
  defaultRules: setting({
    schema: flag({ description: "Whether the rules that come with Tillroll count beside its own." }),
    default: true,
  }),
};

export type WorkspaceSettings = SettingsOf<typeof WORKSPACE_SETTINGS>;

/** A new workspace's settings where nothing else is given. */
export const WORKSPACE_DEFAULTS = defaultsOf(WORKSPACE_SETTINGS) as unknown as WorkspaceSettings;
