/**
 * Bounds on what one print may cost to decode. A print is at most some megabytes of bytes, but a few
 * bytes can claim a great deal (ESC d 255, a 65535 x 65535 raster), so every product has a limit. What a
 * limit cut off is said in the receipt's notes.
 */

/** Dots: 100 m of paper at 8 dots a millimetre, longer than any roll. */
export const MAXIMUM_PAPER_LENGTH_DOTS = 800_000;

/** Pieces and marks in one receipt. */
export const MAXIMUM_PIECES = 200_000;

/** Bytes of all rasters of one receipt, after unpacking to rows. */
export const MAXIMUM_RASTER_BYTES = 32 * 1024 * 1024;

/** Bytes of symbol and bar code data shown in the label of a placeholder. */
export const MAXIMUM_LABEL_BYTES = 240;

/** Bytes of page mode text kept for the label of its placeholder. */
export const MAXIMUM_PAGE_TEXT_BYTES = 2_000;

/** Rows of one raster made of joined strips: pictures beyond this are slow or refused in browsers. */
export const MAXIMUM_JOINED_ROWS = 8_192;

/** Bytes of a text run that `describe` spells out; its bytes are always given in full. */
export const MAXIMUM_DESCRIBED_TEXT_BYTES = 1_000;

/** Graphics kept by GS ( L function 112 until function 50 prints them. */
export const MAXIMUM_STORED_GRAPHICS = 1_000;

/** Different notes in one receipt. */
export const MAXIMUM_NOTES = 50;

/** Columns of paper: 12 dots each. */
export const MINIMUM_COLUMNS = 1;
export const MAXIMUM_COLUMNS = 255;

/** Bytes after which GS k (the form that ends at NUL) stops looking for its NUL. */
export const MAXIMUM_BAR_CODE_BYTES = 255;

/** Commands written by the `commands` format before it stops with a note. */
export const MAXIMUM_LISTED_COMMANDS = 200_000;
