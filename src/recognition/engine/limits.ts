/** Bounds on what reading one picture may cost: pictures come from anybody who can print. */
export const READING_LIMITS = {
  /** How long one picture is read; what was read until then is kept. */
  milliseconds: 20_000,
  /** How long the pictures of one print are read in the same languages: there may be thousands. */
  printMilliseconds: 60_000,
  /** Columns of a picture that is read; no paper is wider. */
  columns: 4_096,
  /** Rows that are worked on at a time: a byte a dot, and four a dot for codes. */
  sectionRows: 2_048,
  /** Lines of one section; more is noise. */
  sectionLines: 200,
  /** Connected marks of one section; more is noise or a photograph. */
  sectionMarks: 60_000,
  /** Dots of the tallest line; what is taller is no text. */
  lineHeight: 160,
  /** Bytes of a model once unpacked. */
  modelBytes: 64 * 1024 * 1024,
} as const;
