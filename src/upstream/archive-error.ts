/** What became of a request to an archive, where it did not do what it was to. */
export type ArchiveFault =
  /** Nothing came back, or not in time. */
  | "unreachable"
  /** The key is not good, or not any more. */
  | "refused"
  /** It has no time now. */
  | "busy"
  /** Its cursor is elsewhere. */
  | "conflict"
  /** Anything else. */
  | "failed";

/** A request to an archive that failed; the message is a sentence for a person. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";

  constructor(
    readonly fault: ArchiveFault,
    message: string,
    /** After which time the archive wants to be asked again, milliseconds; `null` where it has not said. */
    readonly retryMilliseconds: number | null = null,
  ) {
    super(message);
  }
}
