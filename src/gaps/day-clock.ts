/** Days of a time zone's calendar that begin at a time of the day: after midnight, a bar's day goes on. */
export class DayClock {
  private readonly begins: Temporal.PlainTime;
  private start = Number.POSITIVE_INFINITY;
  /** When the day that was asked for last ends, epoch milliseconds. */
  end = Number.NEGATIVE_INFINITY;
  private day = "";

  /** @param begins such as `04:00` */
  constructor(
    private readonly timeZone: string,
    begins: string,
  ) {
    this.begins = Temporal.PlainTime.from(begins);
  }

  /** The day of a moment, such as `2026-01-31`. @param moment epoch milliseconds */
  dayOf(moment: number): string {
    if (moment >= this.start && moment < this.end) return this.day;
    const zoned = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(this.timeZone);
    let date = zoned.toPlainDate();
    if (this.beginOf(date) > moment) date = date.subtract({ days: 1 });
    this.start = this.beginOf(date);
    this.end = this.beginOf(date.add({ days: 1 }));
    this.day = date.toString();
    return this.day;
  }

  private beginOf(date: Temporal.PlainDate): number {
    return date.toZonedDateTime({ timeZone: this.timeZone, plainTime: this.begins }).epochMilliseconds;
  }
}
