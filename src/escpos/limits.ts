/**
 * Bounds on what one print may cost to decode. A print is at most some megabytes of bytes, but a few
 * bytes can claim a great deal (ESC d 255, a 65535 x 65535 raster), so every product has a limit. What a
 * limit cut off is said in the receipt's notes.
 */

/** Dots: 100 m of paper at 8 dots a millimetre, longer than any roll. */
export const MAXIMUM_PAPER_LENGTH_DOTS = 800_000;

/** Pieces and marks in one receipt, and marks on one line: each takes up to a kilobyte while a print is decoded. */
export const MAXIMUM_PIECES = 50_000;

/** Work on drawing different symbols of one print, in bytes of data; encoding takes at most about 0.01 ms a byte. */
export const MAXIMUM_SYMBOL_WORK = 65_536;

/** Bytes of all rasters of one receipt, after unpacking to rows. */
export const MAXIMUM_RASTER_BYTES = 32 * 1024 * 1024;

/** Bytes of symbol and bar code data shown in the label of a placeholder. */
export const MAXIMUM_LABEL_BYTES = 240;

/** Dots: the power-on length of a page in page mode, as of Epson TM printers (ESC W, GS ( P). */
export const DEFAULT_PAGE_LENGTH_DOTS = 1_662;

/** Marks waiting in a page (page mode). */
export const MAXIMUM_PAGE_MARKS = 100_000;

/** Marks that all CAN commands of one print may look at to find what they delete. */
export const MAXIMUM_CANCELLED_MARKS = 10_000_000;

/** Bytes of a macro (GS :), as on Epson printers. */
export const MAXIMUM_MACRO_BYTES = 2_048;

/** Bytes that all macro executions (GS ^) of one print may run. */
export const MAXIMUM_MACRO_BYTES_RUN = 4 * 1024 * 1024;

/** Bytes that compressed graphics (GS ( L, GS 8 L) of one print may unpack to. */
export const MAXIMUM_INFLATED_BYTES = 32 * 1024 * 1024;

/** Vertical rules (GS ( Q function 51) open at one time. */
export const MAXIMUM_OPEN_RULES = 64;

/** Dots of the shorter sides of all slanting lines (GS ( Q function 48) of one print. */
export const MAXIMUM_SLANTING_STEPS = 20_000;

/** Bytes of one piece of customer display data shown beside the paper. */
export const MAXIMUM_DISPLAY_BYTES = 240;

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

/** Characters of a preview that is text: more than a print of the largest size has that is all pictures. */
export const MAXIMUM_PREVIEW_CHARACTERS = 16 * 1024 * 1024;

/** Commands that `explain` explains; what follows is left out with a note. */
export const MAXIMUM_EXPLAINED_COMMANDS = 50_000;

/** Different warnings of one print. */
export const MAXIMUM_WARNINGS = 1_000;

/** Bytes of a command that `explain` shows, in hexadecimal and as text. */
export const MAXIMUM_EXPLAINED_BYTES = 64;

/** Bytes from 80h up, and those beside them, that are looked at to find the charset of a print. */
export const MAXIMUM_SURVEYED_BYTES = 64 * 1024;

/** Dots of the picture of one receipt (PNG, PDF): 14 m of paper 576 dots wide; what is longer is cut off. */
export const MAXIMUM_PICTURE_DOTS = 64 * 1024 * 1024;

/** Bytes of dots painted on one picture, over each other too; what comes after is left out. */
export const MAXIMUM_PAINTED_BYTES = 512 * 1024 * 1024;

/** Dots of 1/203 inch printed on one PDF page: with its margin 14,400 points of 1/72 inch, more than which viewers refuse. */
export const MAXIMUM_PDF_PAGE_DOTS = 40_536;
