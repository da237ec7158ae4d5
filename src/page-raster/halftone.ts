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
  private readonly window: Uint8Array[];
  private readonly lightest: Uint8Array[];
  private readonly darkest: Uint8Array[];
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
    const rows = () => Array.from({ length: WINDOW }, () => new Uint8Array(columns));
    this.window = rows();
    this.lightest = rows();
    this.darkest = rows();
    // One beyond each edge, so that what goes there needs no question.
    this.errors = new Float32Array(columns + 2);
    this.nextErrors = new Float32Array(columns + 2);
  }

  /** Takes a row of ink, 0 white to 255 black. */
  row(ink: Uint8Array): void {
    const at = this.came % WINDOW;
    const [row, lightest, darkest] = [this.window[at], this.lightest[at], this.darkest[at]];
    if (row === undefined || lightest === undefined || darkest === undefined) return;
    row.set(ink);
    if (ink.some((value) => value !== 0)) {
      spread(ink, lightest, darkest);
      this.whiteRows = 0;
    } else {
      lightest.fill(0);
      darkest.fill(0);
      this.whiteRows++;
    }
    this.came++;
    if (this.came > REACH) this.print(this.came - 1 - REACH);
  }

  /** Prints the rows that waited for those below them. */
  finish(): void {
    const nothing = new Uint8Array(this.columns);
    for (let row = 0; row < REACH; row++) this.row(nothing);
  }

  private print(y: number): void {
    const dots = new Uint8Array((this.columns + 7) >> 3);
    if (this.whiteRows >= WINDOW) {
      this.errors.fill(0);
      this.emit(dots);
      return;
    }
    const ink = this.window[y % WINDOW] ?? new Uint8Array(0);
    const { errors, nextErrors } = this;
    nextErrors.fill(0);
    for (let x = 0; x < this.columns; x++) {
      const shade = ink[x] ?? 0;
      const [lightest, darkest] = this.around(x);
      let isBlack: boolean;
      if (lightest <= PAPER && darkest - lightest >= CONTRAST) isBlack = 2 * shade > lightest + darkest;
      else {
        const wanted = shade + (errors[x + 1] ?? 0);
        isBlack = wanted >= 128;
        diffuse(wanted - (isBlack ? 255 : 0), x + 1, errors, nextErrors);
      }
      if (isBlack) dots[x >> 3] = (dots[x >> 3] ?? 0) | (0x80 >> (x & 7));
    }
    [this.errors, this.nextErrors] = [nextErrors, errors];
    this.emit(dots);
  }

  /** The lightest and the darkest around a dot of the row in the middle of the window. */
  private around(x: number): readonly [lightest: number, darkest: number] {
    let lightest = 255;
    let darkest = 0;
    for (let row = 0; row < WINDOW; row++) {
      lightest = Math.min(lightest, this.lightest[row]?.[x] ?? 0);
      darkest = Math.max(darkest, this.darkest[row]?.[x] ?? 0);
    }
    return [lightest, darkest];
  }
}

/** The lightest and the darkest ink within reach on both sides of each dot of a row. */
function spread(ink: Uint8Array, lightest: Uint8Array, darkest: Uint8Array): void {
  for (let x = 0; x < ink.length; x++) {
    let least = 255;
    let most = 0;
    for (let near = Math.max(0, x - REACH); near <= Math.min(ink.length - 1, x + REACH); near++) {
      const value = ink[near] ?? 0;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    lightest[x] = least;
    darkest[x] = most;
  }
}

/** Gives what a dot is too light or too dark to those that come after it. @param at its place in the errors */
function diffuse(error: number, at: number, errors: Float32Array, nextErrors: Float32Array): void {
  errors[at + 1] = (errors[at + 1] ?? 0) + error * (7 / 16);
  nextErrors[at - 1] = (nextErrors[at - 1] ?? 0) + error * (3 / 16);
  nextErrors[at] = (nextErrors[at] ?? 0) + error * (5 / 16);
  nextErrors[at + 1] = (nextErrors[at + 1] ?? 0) + error * (1 / 16);
}
