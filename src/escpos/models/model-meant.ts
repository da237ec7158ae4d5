import { PRINTER_MODELS } from "./models.ts";

/** Shorter names, such as "V2", are in many words. */
const LEAST_LETTERS = 4;

/** The model whose name or label is in what was written, such as a whole label, "EPSON TM-T88V M244A"; its name for settings. */
export function modelMeant(written: string): string | undefined {
  const letters = lettersOf(written);
  let best: string | undefined;
  let longest = LEAST_LETTERS - 1;
  for (const { id, name, labels } of Object.values(PRINTER_MODELS)) {
    for (const called of [name, ...labels].map(lettersOf)) {
      if (called.length <= longest || !letters.includes(called)) continue;
      best = id;
      longest = called.length;
    }
  }
  return best;
}

/** People write names with and without blanks and hyphens. */
function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
