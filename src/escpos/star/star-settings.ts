/** What only Star's commands set, at its power-on values: ESC @ and CAN take a new one. Distances are dots. */
export class StarSettings {
  /** The line spacing that ESC 2 chooses; undefined before ESC A. */
  definedSpacing: number | undefined;
  /** The length of a page; undefined before ESC C, when it is 42 lines. */
  pageLength: number | undefined;
  /** Vertical tab stops from the top of the page, ascending. */
  verticalTabs: readonly number[] = [];

  /**
   * @param pageTop from the top of the paper to the top of the page that it is on
   * @param hasTwoColors whether ESC 4 prints red, on printers that can; it outlives ESC @
   */
  constructor(
    public pageTop = 0,
    public hasTwoColors = true,
  ) {}
}
