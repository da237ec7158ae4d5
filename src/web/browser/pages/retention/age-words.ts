import { t } from "../../texts/texts.ts";
import { formatNumber } from "../../texts/format.ts";

/** Units of ages as the service has them. */
const UNITS: Readonly<Record<string, string>> = { y: "year", mo: "month", w: "week", d: "day", h: "hour" };

const FROM_YEAR_END = " from year end";

/** An age such as `90d` in words: `90 days`; any other text as it is. */
export function ageWords(age: string): string {
  const [, count = "", short = ""] = /^(\d+)([a-z]+)$/.exec(age) ?? [];
  const unit = UNITS[short];
  return unit === undefined ? age : formatNumber(Number(count), { style: "unit", unit, unitDisplay: "long" });
}

/** Until when prints of an age are kept. */
export function keptUntil(maxAge: string): string {
  return maxAge.endsWith(FROM_YEAR_END)
    ? t("retention.keeps.yearEnd", { age: ageWords(maxAge.slice(0, -FROM_YEAR_END.length)) })
    : t("retention.keeps.age", { age: ageWords(maxAge) });
}
