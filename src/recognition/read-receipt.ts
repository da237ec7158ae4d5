import type { Receipt } from "../escpos/receipt.ts";
import { READING_LIMITS } from "./engine/limits.ts";
import { movedTo } from "./moved.ts";
import { openRecogniser } from "./open-recogniser.ts";
import { NO_TIME_LEFT, picturesToRead } from "./pictures.ts";
import { machineLanguage, readInLanguages } from "./reading-languages.ts";
import type { RecognisedPicture, Recognition } from "./recognised.ts";

/**
 * Reads the pictures of a receipt here and now, as commands do; the service has a Worker for it. It takes seconds; what is not read in a minute is noted.
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
  const known = { chosen: languages, found: [], own: machineLanguage(process.env) };
  const { recognition } = await readInLanguages(known, async (wanted) => {
    const recogniser = await openRecogniser(wanted, modelsFolder);
    try {
      const read: RecognisedPicture[] = [];
      const end = performance.now() + READING_LIMITS.printMilliseconds;
      for (const { box, raster } of pictures) {
        const milliseconds = Math.min(end - performance.now(), READING_LIMITS.milliseconds);
        if (milliseconds <= 0) read.push({ box, lines: [], codes: [], note: NO_TIME_LEFT });
        else read.push(movedTo(box, await recogniser.recognise(raster, { milliseconds, between: noWait })));
      }
      return { recognition: read };
    } finally {
      recogniser.close();
    }
  });
  return recognition;
}

/** Nothing else waits while a command reads. */
const noWait = () => Promise.resolve();
