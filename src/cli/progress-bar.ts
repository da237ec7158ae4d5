/** How far some work is. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Characters of the bar. */
const BAR_CHARACTERS = 30;

/** Shows how far something has got, on standard error: one line that changes, or nothing where that is no terminal. */
export class ProgressBar {
  private shown = "";

  constructor(private readonly title: string) {}

  show({ done, total }: Progress): void {
    if (!process.stderr.isTTY) return;
    const share = total === 0 ? 1 : Math.min(done / total, 1);
    const full = Math.round(share * BAR_CHARACTERS);
    const bar = "█".repeat(full) + "░".repeat(BAR_CHARACTERS - full);
    const line = `${this.title} ${bar} ${Math.floor(share * 100)} %`;
    if (line !== this.shown) process.stderr.write(`\r${line}`);
    this.shown = line;
  }

  /** Shows that all is done, and ends the line. */
  finish(): void {
    this.show({ done: 1, total: 1 });
    if (this.shown !== "") process.stderr.write("\n");
  }
}
