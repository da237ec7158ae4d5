/** What limits mean at a moment; `null` for no limit. */
export interface Bounds {
  /** Prints from before then go, epoch milliseconds. */
  readonly before: number | null;
  /** The newest so many stay. */
  readonly maxPrints: number | null;
  /** The newest stay that have so many bytes together. */
  readonly maxSize: number | null;
}

/** Prints, and their bytes together. */
export interface Amount {
  readonly prints: number;
  readonly bytes: number;
}

/** Whether limits are about how many prints there are, so that all have to be counted. */
export function isCounting({ maxPrints, maxSize }: Bounds): boolean {
  return maxPrints !== null || maxSize !== null;
}

/** Tells which prints are beyond limits, while all that these are for are given to it, the oldest first. */
export class Quota {
  private prints: number;
  private bytes: number;

  /** @param all of all prints that will be given; any amount where nothing is counted */
  constructor(
    private readonly bounds: Bounds,
    all: Amount,
  ) {
    this.prints = all.prints;
    this.bytes = all.bytes;
  }

  /** Takes the next print. @returns whether it is beyond a limit, as all before it or not: ages need not ascend with sizes */
  isBeyond(print: { readonly createdAt: number; readonly bytes: number }): boolean {
    const { before } = this.bounds;
    const isBeyond = this.isOverCount || (before !== null && print.createdAt < before);
    this.prints--;
    this.bytes -= print.bytes;
    return isBeyond;
  }

  /** Whether no print that was stored then or later can be beyond a limit. */
  isDone(createdAt: number): boolean {
    const { before } = this.bounds;
    return !this.isOverCount && (before === null || createdAt >= before);
  }

  /** With the print that comes next, there are more than may stay. */
  private get isOverCount(): boolean {
    const { maxPrints, maxSize } = this.bounds;
    return (maxPrints !== null && this.prints > maxPrints) || (maxSize !== null && this.bytes > maxSize);
  }
}
