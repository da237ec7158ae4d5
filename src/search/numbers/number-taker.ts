import type { NumberRules } from "../../domain/gaps-query.ts";
import { DayClock } from "../../gaps/day-clock.ts";
import type { NumberCollector } from "../../gaps/number-collector.ts";
import { numberReader } from "../../gaps/read-number.ts";

/** Of a print, what its number is looked for in. */
export interface NumberRow {
  readonly id: number;
  readonly createdAt: number;
  readonly deviceId: string | null;
  /** What the number is in; `null` where the print has nothing there. */
  readonly value: string | null;
  readonly isDeleted: 0 | 1;
  /** Whether it was removed for good: nothing is known of its number, but it is counted. */
  readonly isRemoved: 0 | 1;
}

/** Gives a collector the numbers of prints, as rows of a database tell them in the order of time. */
export class NumberTaker {
  private readonly readNumber;
  private readonly days: DayClock | null;
  private removedBefore = 0;

  constructor(
    { pattern, by, timeZone, dayBegins }: NumberRules,
    private readonly collector: NumberCollector,
  ) {
    this.readNumber = numberReader(pattern);
    this.days = by.includes("day") ? new DayClock(timeZone, dayBegins) : null;
  }

  /** @throws TillrollError BAD_REQUEST for too many groups or runs */
  take({ id, createdAt, deviceId, value, isDeleted, isRemoved }: NumberRow): void {
    const { collector, removedBefore } = this;
    if (isRemoved !== 0) {
      this.removedBefore++;
      return;
    }
    if (value === null) return;
    const found = this.readNumber(value);
    if (found === null) {
      collector.noteOther(id);
      return;
    }
    const { number, width, prefix, suffix } = found;
    collector.add({
      number,
      width,
      series: collector.series(prefix, suffix),
      device: collector.device(deviceId),
      day: collector.day(this.days?.dayOf(createdAt) ?? null),
      printId: id,
      removedBefore,
      isDeleted: isDeleted !== 0,
    });
  }

  /** All prints were taken. */
  finish(): void {
    this.collector.removed = this.removedBefore;
  }
}
