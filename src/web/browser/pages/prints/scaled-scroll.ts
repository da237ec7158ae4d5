/** The highest that an element is made, pixels: browsers stop between 17 and 33 million. */
const MAXIMUM_PIXELS = 8_000_000;

/**
 * Scrolling through more than an element can be high. The wheel moves by pixels as everywhere; who drags the bar jumps to
 * the part of the whole that the bar stands for. Between the two lies an offset, which changes only where nobody sees it:
 * at jumps, and when the end of a part is passed.
 */
export class ScaledScroll {
  private whole = 0;
  private view = 0;
  private offset = 0;
  private bar = 0;

  /** Takes over sizes in pixels. @param whole height of all rows @param view height of what is seen of them */
  resize(whole: number, view: number): void {
    this.whole = whole;
    this.view = view;
    this.offset = Math.min(this.offset, Math.max(whole - this.height, 0));
    if (whole <= MAXIMUM_PIXELS) this.offset = 0;
  }

  /** How high the element is made. */
  get height(): number {
    return Math.min(this.whole, MAXIMUM_PIXELS);
  }

  /** How far the whole is scrolled, pixels. */
  get top(): number {
    return Math.min(this.bar + this.offset, Math.max(this.whole - this.view, 0));
  }

  /** Where something of the whole stands in the element, pixels. */
  placeOf(position: number): number {
    return position - this.offset;
  }

  /**
   * The element was scrolled by its reader.
   * @param bar its scrollTop
   * @returns the scrollTop that it is to have in its place, which looks the same; `null` to leave it
   */
  moved(bar: number): number | null {
    const distance = Math.abs(bar - this.bar);
    this.bar = bar;
    if (this.whole <= MAXIMUM_PIXELS) return null;
    const longest = this.height - this.view;
    // A jump is to the part of the whole; so are the ends, which nothing else reaches.
    if (distance > this.view || bar <= 0 || bar >= longest) {
      this.offset = Math.round((bar / longest) * (this.whole - this.height));
      return null;
    }
    const { top } = this;
    const right = this.offsetAt(top);
    // Where the bar is far from where it should stand it is put there; what is seen stays.
    if (Math.abs(right - this.offset) < this.height / 4) return null;
    return this.goTo(top);
  }

  /** Goes somewhere in the whole. @returns the scrollTop that brings it to the top */
  goTo(position: number): number {
    const top = Math.max(0, Math.min(position, this.whole - this.view));
    this.offset = this.whole <= MAXIMUM_PIXELS ? 0 : this.offsetAt(top);
    this.bar = top - this.offset;
    return this.bar;
  }

  private offsetAt(top: number): number {
    return Math.round((top / (this.whole - this.view)) * (this.whole - this.height));
  }
}
