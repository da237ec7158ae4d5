import { Decimal } from "./decimal.ts";

/** Adds numbers as they are written, exactly. */
export class DecimalSum {
  /** How many numbers were added. */
  count = 0;
  /** Sums in units, by how many places these have after the point: what is exact as a double, and all else. */
  private readonly small = new Map<number, number>();
  private readonly large = new Map<number, bigint>();
  private readonly value = new Decimal();

  /**
   * Adds a value, its ASCII from `from` up to `to`, so many times.
   * @returns whether it is a number; nothing was added when not
   */
  add(bytes: Uint8Array, from: number, to: number, times = 1): boolean {
    const { value } = this;
    if (!value.read(bytes, from, to)) return false;
    this.count += times;
    const { places, smallUnits } = value;
    const sum = smallUnits === null ? null : (this.small.get(places) ?? 0) + smallUnits * times;
    if (sum !== null && Number.isSafeInteger(sum)) this.small.set(places, sum);
    else this.large.set(places, (this.large.get(places) ?? 0n) + value.units * BigInt(times));
    return true;
  }

  /** Adds what another has. */
  addAll(other: DecimalSum): void {
    this.count += other.count;
    for (const [places, units] of other.small) this.addLarge(places, BigInt(units));
    for (const [places, units] of other.large) this.addLarge(places, units);
  }

  private addLarge(places: number, units: bigint): void {
    this.large.set(places, (this.large.get(places) ?? 0n) + units);
  }

  /** The sum, with as many places after the point as the most exact number had, without zeros at the end. */
  get text(): string {
    const places = Math.max(0, ...this.small.keys(), ...this.large.keys());
    let units = 0n;
    for (const [own, sum] of this.small) units += BigInt(sum) * 10n ** BigInt(places - own);
    for (const [own, sum] of this.large) units += sum * 10n ** BigInt(places - own);
    const digits = String(units < 0n ? -units : units).padStart(places + 1, "0");
    const whole = digits.slice(0, digits.length - places);
    const fraction = digits.slice(digits.length - places).replace(/0+$/, "");
    return `${units < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
  }
}
