/** Rows and columns around a dot that are looked at, on each side: the strokes of small letters are within. */
const REACH = 3;
const WINDOW = 2 * REACH + 1;

/** Ink up to which paper counts as white, of 255. */
const PAPER = 55;

/** How much darker than the paper beside it something must be to be a letter or a line: light grey text is. */
const CONTRAST = 64;

/**
 * Black and white of shades of grey. Beside white paper the edge of whatever is much darker is sharp: letters and bar codes
 * stay what they are. Everything else, such as a photograph, is made of dots whose mean is its shade (Floyd and
 * Steinberg's error diffusion). What is black and white already is not changed.
 */
export class Halftone {
  private readonly window: readonly InkRow[];
  /** The lightest and the darkest ink around each dot of the row that is printed. */
  private readonly lightest: Uint8Array;
  private readonly darkest: Uint8Array;
  private errors: Float32Array;
  private nextErrors: Float32Array;
  private came = 0;
  /** Rows at the end of the window in which nothing is printed. */
  private whiteRows = WINDOW;

  /** @param emit takes a row of dots, a bit each, 1 for black */
  constructor(
    private readonly columns: number,
    private readonly emit: (dots: Uint8Array) => void,
  ) {
    this.window = Array.from({ length: WINDOW }, () => new InkRow(columns));
    this.lightest = new Uint8Array(columns);
    this.darkest = new Uint8Array(columns);
    // One beyond each edge, so that what goes there needs no question.
    this.errors = new Float32Array(columns + 2);
    this.nextErrors = new Float32Array(columns + 2);
  }

  /** Takes a row of ink, 0 white to 255 black. */
  row(ink: Uint8Array): void {
    const isWhite = ink.every((value) => value === 0);
    this.rowAt(this.came).set(ink, isWhite);
    this.whiteRows = isWhite ? this.whiteRows + 1 : 0;
    this.came++;
    if (this.came > REACH) this.print(this.came - 1 - REACH);
  }

  /** Prints the rows that waited for those below them. */
  finish(): void {
    const nothing = new Uint8Array(this.columns);
    for (let row = 0; row < REACH; row++) this.row(nothing);
  }

  private rowAt(y: number): InkRow {
    const row = this.window[y % WINDOW];
    if (row === undefined) throw new RangeError(`there is no row ${y}`);
    return row;
  }

  private print(y: number): void {
    const dots = new Uint8Array((this.columns + 7) >> 3);
    if (this.whiteRows >= WINDOW) this.errors.fill(0);
    else {
      this.lookAround();
      this.choose(this.rowAt(y).ink, dots);
    }
    this.emit(dots);
  }

  /** Finds the lightest and the darkest within reach, of what the rows found within theirs. */
  private lookAround(): void {
    const { lightest, darkest, columns } = this;
    lightest.fill(255);
    darkest.fill(0);
    for (const row of this.window) {
      const { lightest: least, darkest: most } = row;
      for (let x = 0; x < columns; x++) lightest[x] = Math.min(lightest[x] ?? 0, least[x] ?? 0);
      for (let x = 0; x < columns; x++) darkest[x] = Math.max(darkest[x] ?? 0, most[x] ?? 0);
    }
  }

  private choose(ink: Uint8Array, dots: Uint8Array): void {
    const { errors, nextErrors, lightest, darkest, columns } = this;
    nextErrors.fill(0);
    for (let x = 0; x < columns; x++) {
      const shade = ink[x] ?? 0;
      const least = lightest[x] ?? 0;
      const most = darkest[x] ?? 0;
      let isBlack: boolean;
      if (least <= PAPER && most - least >= CONTRAST) isBlack = 2 * shade > least + most;
      else {
        const wanted = shade + (errors[x + 1] ?? 0);
        isBlack = wanted >= 128;
        diffuse(wanted - (isBlack ? 255 : 0), x + 1, errors, nextErrors);
      }
      if (isBlack) dots[x >> 3] = (dots[x >> 3] ?? 0) | (0x80 >> (x & 7));
    }
    this.errors = nextErrors;
    this.nextErrors = errors;
  }
}

/** A row of the window, with the lightest and the darkest ink within reach on both sides of each dot. */
class InkRow {
  readonly ink: Uint8Array;
  readonly lightest: Uint8Array;
  readonly darkest: Uint8Array;

  constructor(columns: number) {
    this.ink = new Uint8Array(columns);
    this.lightest = new Uint8Array(columns);
    this.darkest = new Uint8Array(columns);
  }

  set(ink: Uint8Array, isWhite: boolean): void {
    this.ink.set(ink);
    this.lightest.fill(0);
    this.darkest.fill(0);
    if (isWhite) return;
    for (let x = 0; x < ink.length; x++) {
      let least = 255;
      let most = 0;
      const end = Math.min(ink.length - 1, x + REACH);
      for (let near = Math.max(0, x - REACH); near <= end; near++) {
        const value = ink[near] ?? 0;
        if (value < least) least = value;
        if (value > most) most = value;
      }
      this.lightest[x] = least;
      this.darkest[x] = most;
    }
  }
}

/** Gives what a dot is too light or too dark to those that come after it. @param at its place in the errors */
function diffuse(error: number, at: number, errors: Float32Array, nextErrors: Float32Array): void {
  errors[at + 1] = (errors[at + 1] ?? 0) + error * (7 / 16);
  nextErrors[at - 1] = (nextErrors[at - 1] ?? 0) + error * (3 / 16);
  nextErrors[at] = (nextErrors[at] ?? 0) + error * (5 / 16);
  nextErrors[at + 1] = (nextErrors[at + 1] ?? 0) + error * (1 / 16);
}
