import type { WorkspaceSettings } from "../../../../contract/workspace-settings.ts";
import type { Texts } from "../text-types.ts";

/** A setting of a workspace; each has its name and its help here. */
export type WorkspaceSetting = keyof WorkspaceSettings;

export const workspaceSettings = {
  title: "Settings",
  about: "What counts in this workspace where a printer or a print does not say otherwise.",
  aboutInArchive:
    "What counts in this workspace where a print does not say otherwise. Rules, fiscal codes and the reading of pictures are set in each shop: its prints bring what was found there.",
  "part.paper": "Paper",
  "part.reading": "Reading",
  "part.limits": "Limits",
  save: "Save",
  saved: "The settings are saved.",
  model: "Model",
  "model.help":
    "The model of its printers, where they have none of their own. Prints are shown as on its paper.",
  width: "Columns",
  "width.help": "Characters of a line. Empty: the model’s.",
  charset: "Characters",
  "charset.help": "What its prints’ characters are, where the prints do not say. Empty: the model’s.",
  profile: "Maker",
  "profile.help": "Whose dialect its printers speak. Empty: the model’s.",
  recognitionLanguages: "Languages of pictures",
  "recognitionLanguages.help":
    "In which pictures of prints are read, one in a line, such as eng or deu; four at most. Empty: those of the machine, and those found in its prints.",
  defaultRules: "Rules that come with Tillroll count",
  "defaultRules.help": "They find order numbers, totals, tables and the like, after your own rules.",
  maskCardNumbers: "Mask card numbers",
  "maskCardNumbers.help":
    "Of full numbers of payment cards no more than the first six and last four digits are shown, in exports too. The bytes stay as they came.",
  fiscalCodes: "Fiscal codes are read",
  "fiscalCodes.help": "German (TSE) and Austrian (RKSV) codes become tags, and their signatures are checked.",
  printQuota: "Prints at most",
  "printQuota.help": "Deleted ones count too. What comes beyond them is refused. Empty: no limit.",
  requestRate: "Requests a second",
  "requestRate.help": "So many are answered. Empty: no limit.",
  index: "Search index",
  indexText: {
    one: "{n} print, {sealed} of it in segments.",
    other: "{n} prints, {sealed} of them in segments.",
  },
  newest: "The newest print",
  newestAbout:
    "Always under these addresses: on a screen on the wall, or in tests of a till’s software. Who opens them is signed in here, or sends a token.",
  newestAboutInArchive:
    "Always under these addresses, such as for a screen at the head office. Who opens them is signed in here, or sends a token.",
  newestPage: "As a page",
  newestPicture: "As a picture",
  newestGuide: "Testing your POS with it",
} as const satisfies Texts;
