import type { Receipt } from "../escpos/receipt.ts";
import { READING_LIMITS } from "./engine/limits.ts";
import { foundLanguages } from "./found-languages.ts";
import { movedTo } from "./moved.ts";
import { openRecogniser } from "./open-recogniser.ts";
import { picturesToRead } from "./pictures.ts";
import { languagesToRead, machineLanguage } from "./reading-languages.ts";
import type { Recognition } from "./recognised.ts";

/**
 * Reads the pictures of a receipt here and now, as commands do; the service has a Worker for it. It takes seconds.
 * @param languages those to read in, by the names of their models; none where that is to be found out
 * @param modelsFolder where models of other languages are; `null` for nowhere
 * @throws Error when a model cannot be read
 */
export async function readReceipt(
  receipt: Pick<Receipt, "pieces">,
  languages: readonly string[],
  modelsFolder: string | null,
): Promise<Recognition> {
  const pictures = picturesToRead(receipt);
  if (pictures.length === 0) return [];
  const read = async (wanted: readonly string[]): Promise<Recognition> => {
    const recogniser = await openRecogniser(wanted, modelsFolder);
    try {
      const recognition = [];
      for (const { box, raster } of pictures)
        recognition.push(
          movedTo(
            box,
            await recogniser.recognise(raster, {
              milliseconds: READING_LIMITS.milliseconds,
              between: () => Promise.resolve(),
            }),
          ),
        );
      return recognition;
    } finally {
      recogniser.close();
    }
  };
  const first = languagesToRead(languages, [], machineLanguage(process.env));
  const recognition = await read(first);
  // Its words tell what language it is in, and it is read in that.
  const own = languagesToRead(languages, foundLanguages(recognition), machineLanguage(process.env));
  return own.every((language) => first.includes(language)) ? recognition : read(own);
}
