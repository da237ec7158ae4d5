/** The serial number counter (GS C, GS c). Source: Epson ESC/POS reference, GS C 0 to GS C ;. */
export class Counter {
  /** 0 prints as many digits as there are. */
  private digits = 0;
  /** 0 right-aligned with spaces, 1 right-aligned with zeros, 2 left-aligned. */
  private layout = 0;
  private from = 1;
  private to = 65_535;
  private step = 1;
  private repetitions = 1;
  private value = 1;
  private printed = 0;

  /** GS C 0. */
  setLayout(digits: number, layout: number): void {
    if (digits > 5 || layout > 2) return;
    this.digits = digits;
    this.layout = layout;
  }

  /** GS C 1: counts from `from` to `to`, down if `to` is less, by `step` after `repetitions` prints. */
  setRange(from: number, to: number, step: number, repetitions: number): void {
    this.from = from;
    this.to = to;
    this.step = step;
    this.repetitions = repetitions;
    this.printed = 0;
  }

  /** GS C 2. */
  setValue(value: number): void {
    this.value = value;
    this.printed = 0;
  }

  /** GS c: the number as printed; the counter goes on afterwards. */
  next(): string {
    const { shown } = this;
    this.printed++;
    if (this.printed >= this.repetitions) this.advance();
    return shown;
  }

  /** The number as GS c prints it next. */
  get shown(): string {
    const number = String(this.value);
    if (this.layout === 2) return number;
    return number.padStart(this.digits, this.layout === 1 ? "0" : " ").slice(-(this.digits || 5));
  }

  private advance(): void {
    this.printed = 0;
    // A range of no step or no length does not count (Epson ESC/POS reference, GS C 1).
    if (this.step === 0 || this.repetitions === 0 || this.from === this.to) return;
    const up = this.from < this.to;
    const next = this.value + (up ? this.step : -this.step);
    const past = up ? next > this.to || next < this.from : next < this.to || next > this.from;
    this.value = past ? this.from : next;
  }
}
