/** A print cannot be made what its real printer is sent, however often that is tried. */
export class PreparationError extends Error {
  override readonly name = "PreparationError";
}

/** The error for whatever kept a print from being prepared. */
export function notPrepared(error: unknown): PreparationError {
  const cause = error instanceof Error ? error.message : String(error);
  return new PreparationError(`The print could not be made ready for its printer: ${cause}`);
}
