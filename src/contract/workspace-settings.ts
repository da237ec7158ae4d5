import { WORKSPACE_LIMITS } from "../domain/limits.ts";
import { CHARSETS } from "../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../escpos/text/printer-profile.ts";
import { LANGUAGE_NAME } from "../recognition/language-name.ts";
import { model } from "./fields.ts";
import { width } from "./print-fields.ts";
import { defaultsOf, setting, type SettingsOf, type SettingTable } from "./settings.ts";
import * as t from "./values.ts";

/** The name of a model of tesseract. */
const recognitionLanguage = t.textOf(
  (name) => LANGUAGE_NAME.test(name),
  "must be the name of a model, such as eng or chi_sim.",
  { pattern: LANGUAGE_NAME.source },
);

/** What of a workspace can be set. */
export const WORKSPACE_SETTINGS = {
  model: setting(t.nullable(model, "The model of its printers, where they have none."), {
    default: null,
    option: { value: "M", listedBy: "models", none: "none" },
  }),
  width: setting(
    t.nullable(
      width,
      "Width of its prints in columns, where none is given; the model's where there is none.",
    ),
    { default: null, option: { value: "N" } },
  ),
  printQuota: setting(t.nullable(t.integer(1, undefined, "The most prints it may hold, deleted ones too.")), {
    default: null,
    option: { name: "quota", value: "N", none: "0" },
    countsIn: "intake",
  }),
  requestRate: setting(t.nullable(t.integer(1, undefined, "Requests a second that are answered.")), {
    default: null,
    option: { name: "rate", value: "N", none: "0" },
  }),
  charset: setting(
    t.nullable(
      t.choice(CHARSETS),
      "What its prints' characters are, where the prints do not say; the model's where there is none.",
    ),
    { default: null, option: { value: "C", none: "none" } },
  ),
  profile: setting(
    t.nullable(t.choice(PRINTER_PROFILES), "The maker of its printers; the model's where there is none."),
    { default: null, option: { value: "P", none: "none" } },
  ),
  defaultRules: setting(t.flag("Whether the rules that come with Tillroll count beside its own."), {
    default: true,
    countsIn: "shop",
  }),
  maskCardNumbers: setting(
    t.flag(
      "Whether full card numbers in its prints are shown with no more than their first six and last four digits.",
    ),
    { default: true, option: { value: "B" } },
  ),
  fiscalCodes: setting(t.flag("Whether German and Austrian fiscal codes are looked for in its prints."), {
    default: true,
    option: { value: "B" },
    countsIn: "shop",
  }),
  recognitionLanguages: setting(
    t.list(
      recognitionLanguage,
      WORKSPACE_LIMITS.recognitionLanguages,
      "The languages that pictures of its prints are read in, such as eng,deu; without any those of the machine and those " +
        "found in its prints.",
    ),
    { default: [], option: { value: "L,...", none: "none" }, countsIn: "shop" },
  ),
};

export type WorkspaceSettings = SettingsOf<typeof WORKSPACE_SETTINGS>;

/** What decides which settings of a workspace count: whether its service is an archive, and a shop sends its prints there. */
export interface WorkspacePlace {
  readonly isArchive: boolean;
  readonly isOfShop: boolean;
}

/** Where a setting counts that does nothing for a workspace; `null` for one that counts here. */
export function countsElsewhere(
  name: string,
  { isArchive, isOfShop }: WorkspacePlace,
): "shop" | "intake" | null {
  const { countsIn } = (WORKSPACE_SETTINGS as SettingTable)[name] ?? {};
  const counts = { shop: !isArchive, intake: !isOfShop };
  return countsIn === undefined || counts[countsIn] ? null : countsIn;
}

/** A new workspace's settings where nothing else is given. */
export const WORKSPACE_DEFAULTS = defaultsOf(WORKSPACE_SETTINGS) as unknown as WorkspaceSettings;
