import { isStar, type PrinterLanguage } from "../../escpos/language.ts";
import type { Abilities } from "./abilities.ts";
import type { AnswerReader } from "./answer.ts";
import { EpsonAbilities } from "./epson-abilities.ts";
import { EpsonAnswerReader } from "./epson-answer-reader.ts";
import { StarAbilities } from "./star-abilities.ts";
import { StarAnswerReader } from "./star-answer-reader.ts";

/** What is known of a printer of which nothing is known but its language. */
export function abilitiesFor(language: PrinterLanguage): Abilities {
  return isStar(language) ? new StarAbilities() : new EpsonAbilities();
}

/** What reads the answers of printers of a language. */
export function answerReaderFor(language: PrinterLanguage): AnswerReader {
  return isStar(language) ? new StarAnswerReader() : new EpsonAnswerReader();
}
