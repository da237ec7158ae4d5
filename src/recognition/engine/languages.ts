import { readdirSync } from "node:fs";
import deu from "@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz" with { type: "file" };
import eng from "@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz" with { type: "file" };
import fra from "@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz" with { type: "file" };
import ita from "@tesseract.js-data/ita/4.0.0_best_int/ita.traineddata.gz" with { type: "file" };
import por from "@tesseract.js-data/por/4.0.0_best_int/por.traineddata.gz" with { type: "file" };
import spa from "@tesseract.js-data/spa/4.0.0_best_int/spa.traineddata.gz" with { type: "file" };
import { LANGUAGE_NAME } from "../language-name.ts";

/**
 * The models in the program ("best_int" of tesseract: its most accurate ones, in whole numbers), by the name that
 * tesseract gives the language.
 */
const EMBEDDED_MODELS: Readonly<Record<string, string>> = { eng, deu, fra, spa, ita, por };

/** The model that reads a language, by the ISO 639-1 code in locales; others are asked for by tesseract's name. */
const MODEL_OF_CODE: Readonly<Record<string, string>> = {
  ca: "cat",
  cs: "ces",
  da: "dan",
  de: "deu",
  el: "ell",
  en: "eng",
  es: "spa",
  fi: "fin",
  fr: "fra",
  hr: "hrv",
  hu: "hun",
  it: "ita",
  ja: "jpn",
  ko: "kor",
  nb: "nor",
  nl: "nld",
  no: "nor",
  pl: "pol",
  pt: "por",
  ro: "ron",
  ru: "rus",
  sk: "slk",
  sl: "slv",
  sv: "swe",
  tr: "tur",
  uk: "ukr",
  zh: "chi_sim",
};

const MODEL_FILE = /^(.+)\.traineddata(\.gz)?$/;

/** The model for a locale ("de_DE.UTF-8", "pt-BR") or a language code ("de"); undefined if none is known. */
export function languageOfLocale(locale: string): string | undefined {
  return MODEL_OF_CODE[locale.slice(0, 2).toLowerCase()];
}

/**
 * Languages that can be read: those in the program, and those of the `*.traineddata` or `*.traineddata.gz` in the
 * folder.
 *
 * @throws the system's error if the folder cannot be read
 */
export function availableLanguages(modelsFolder?: string): string[] {
  return [...modelFiles(modelsFolder).keys()];
}

/**
 * Model files by language; a model in the folder is taken before the one in the program.
 *
 * @throws the system's error if the folder cannot be read
 */
export function modelFiles(modelsFolder?: string): Map<string, string> {
  const files = new Map(Object.entries(EMBEDDED_MODELS));
  if (modelsFolder === undefined) return files;
  for (const name of readdirSync(modelsFolder).toSorted()) {
    const language = MODEL_FILE.exec(name)?.[1];
    if (language !== undefined && LANGUAGE_NAME.test(language)) {
      files.set(language, `${modelsFolder}/${name}`);
    }
  }
  return files;
}
