import { formatFullTime, formatShortTime } from "../texts/format.ts";

interface TimeProps {
  readonly at: string;
  /** Whether it is written in full, to the second. */
  readonly isFull?: boolean;
}

/** A moment: short, and in full where it is pointed at. */
export function Time({ at, isFull = false }: TimeProps) {
  return (
    <time dateTime={at} title={isFull ? at : formatFullTime(at)}>
      {isFull ? formatFullTime(at) : formatShortTime(at)}
    </time>
  );
}
