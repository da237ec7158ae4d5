import type { Raster } from "../escpos/raster.ts";
import type { RecognisedPicture } from "./recognised.ts";

/** Reads pictures, one at a time. */
export interface OpenedRecogniser {
  /**
   * Reads a picture; boxes are in its dots. What was not read in time is noted.
   * @param options `between` is called now and then, and reading goes on when it has returned; that does not count
   */
  recognise(
    raster: Raster,
    options: { readonly milliseconds: number; between(): Promise<void> },
  ): Promise<RecognisedPicture>;
  /** Gives the memory of the models back. */
  close(): void;
}

/** Opens what reads pictures. @param languages by the names of their models; those that there is no model for are left out */
export type OpenRecogniser = (languages: readonly string[]) => Promise<OpenedRecogniser>;

/**
 * Opens the one of the service. Loaded here, because nothing else needs its engine.
 * @param modelsFolder where models of other languages are; `null` for nowhere
 * @throws Error when a model cannot be read
 */
export async function openRecogniser(
  languages: readonly string[],
  modelsFolder: string | null,
): Promise<OpenedRecogniser> {
  const { Recogniser } = await import("./engine/recogniser.ts");
  const { availableLanguages } = await import("./engine/languages.ts");
  const from = modelsFolder === null ? {} : { modelsFolder };
  const available = new Set(availableLanguages(from.modelsFolder));
  const known = languages.filter((language) => available.has(language));
  return Recogniser.open({ languages: known.length > 0 ? known : ["eng"], ...from });
}
