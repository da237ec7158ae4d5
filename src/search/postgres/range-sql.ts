import { type SQL, sql } from "drizzle-orm";
import { Decimal } from "../../domain/decimal.ts";
import { parseInstant } from "../../domain/instant.ts";
import type { RangeOperator } from "../../domain/tag-query.ts";
import { LONGEST_INSTANT_BYTES } from "../../domain/value-range.ts";

/*
 * `valueRange` as SQL, exactly: numbers of any size among numbers, timestamps among timestamps. The engine's own timestamps
 * have no year 0 and no offset of 16 hours, so they are reckoned here.
 */

const COMPARED: Readonly<Record<RangeOperator, SQL>> = {
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
};

/** What {@link Decimal} reads. */
const NUMBER = sql.raw("'^[+-]?[0-9]+([.][0-9]+)?$'");

const HOUR = "([01][0-9]|2[0-3])";
const SIXTY = "[0-5][0-9]";
/** What {@link parseInstant} reads, but for days that a month does not have. */
const INSTANT = sql.raw(
  `'^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])` +
    `([Tt]${HOUR}:${SIXTY}(:${SIXTY}([.,][0-9]+)?)?([Zz]|[+-]${HOUR}(:?${SIXTY})?)?)?$'`,
);

/** Years are counted from 400 before the first, so that none is below 0; this many days are from there to 1970. */
const DAYS_TO_1970 = 719_468 + 146_097;

/** Whether a value is in a range; false for NULL. */
export function isInRange(value: SQL, op: RangeOperator, wanted: string): SQL {
  const bytes = Buffer.from(wanted);
  // CASE, since nothing else keeps the engine from reading a number where there is none.
  if (new Decimal().read(bytes, 0, bytes.length))
    return sql`CASE WHEN ${isNumber(value)} THEN ${numberOf(value)} ${COMPARED[op]} ${wanted}::text::numeric ELSE false END`;
  const instant = parseInstant(wanted);
  if (instant === null) return sql`false`;
  return sql`CASE WHEN ${value} ~ ${INSTANT} AND length(${value}) <= ${LONGEST_INSTANT_BYTES}
    THEN CASE WHEN ${hasDay(value)} THEN ${millisecondsOf(value)} ${COMPARED[op]} ${instant} ELSE false END ELSE false END`;
}

/** Whether a value is a number; NULL for NULL. */
export function isNumber(value: SQL): SQL {
  return sql`${value} ~ ${NUMBER}`;
}

/** The number that a value is: only where {@link isNumber} holds. */
export function numberOf(value: SQL): SQL {
  return sql`CAST(${value} AS numeric)`;
}

/** Digits of a text, as a number. */
function digits(value: SQL, from: number, count: number): SQL {
  return sql`CAST(substr(${value}, ${sql.raw(`${from}, ${count}`)}) AS bigint)`;
}

const yearOf = (value: SQL) => digits(value, 1, 4);
const monthOf = (value: SQL) => digits(value, 6, 2);
const dayOf = (value: SQL) => digits(value, 9, 2);

/** Whether the month has the day. */
function hasDay(value: SQL): SQL {
  const year = yearOf(value);
  const month = monthOf(value);
  return sql`${dayOf(value)} <= CASE
    WHEN ${month} <> 2 THEN 30 + mod(${month} + CASE WHEN ${month} < 8 THEN 0 ELSE 1 END, 2)
    WHEN mod(${year}, 4) = 0 AND (mod(${year}, 100) <> 0 OR mod(${year}, 400) = 0) THEN 29 ELSE 28 END`;
}

/** Epoch milliseconds of a text that {@link INSTANT} fits. */
function millisecondsOf(value: SQL): SQL {
  return sql`(${daysOf(value)} * 86400000 + CASE WHEN length(${value}) > 10
    THEN ${digits(value, 12, 2)} * 3600000 + ${digits(value, 15, 2)} * 60000 + ${secondOf(value)} - ${offsetOf(value)}
    ELSE 0 END)`;
}

/** Days since 1970: years begin in March, so that a leap day is a year's last. */
function daysOf(value: SQL): SQL {
  const month = monthOf(value);
  const year = sql`(${yearOf(value)} + 400 - CASE WHEN ${month} <= 2 THEN 1 ELSE 0 END)`;
  return sql`(${year} * 365 + div(${year}, 4) - div(${year}, 100) + div(${year}, 400)
    + div(153 * mod(${month} + 9, 12) + 2, 5) + ${dayOf(value)} - 1 - ${sql.raw(String(DAYS_TO_1970))})`;
}

/** Milliseconds of the second, which need not be there; a fraction is cut to three digits. */
function secondOf(value: SQL): SQL {
  const fraction = sql`CASE WHEN substr(${value}, 20, 1) IN ('.', ',')
    THEN CAST(rpad(substring(substr(${value}, 21) from '^[0-9]{1,3}'), 3, '0') AS bigint) ELSE 0 END`;
  return sql`CASE WHEN substr(${value}, 17, 1) = ':' THEN ${digits(value, 18, 2)} * 1000 + ${fraction} ELSE 0 END`;
}

/** Milliseconds that its clock is ahead of UTC. The sign is the only one behind the minute. */
function offsetOf(value: SQL): SQL {
  const zone = sql`substring(substr(${value}, 17) from '[+-].*$')`;
  const minutes = sql`(${digits(zone, 2, 2)} * 60 + CASE WHEN length(${zone}) > 3 THEN CAST(right(${zone}, 2) AS bigint) ELSE 0 END)`;
  return sql`CASE WHEN ${zone} IS NULL THEN 0 ELSE CASE WHEN left(${zone}, 1) = '-' THEN -60000 ELSE 60000 END * ${minutes} END`;
}
