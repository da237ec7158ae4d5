import type { ShopAnswer } from "../../../../contract/shop.ts";
import { formatAgo, formatNumber, formatShortTime } from "../../texts/format.ts";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";
import { SHOP_LIMITS } from "../../../../domain/shop-limits.ts";

/** How a shop is, in parts of a sentence. @param now epoch milliseconds */
export function shopWords(shop: ShopAnswer, now = Date.now()): string {
  const parts = [...seenWords(shop, now), ...prints(shop), ...clockWords(shop)];
  return `${parts.join("; ")}.`;
}

/** What is wrong with a printer of a shop: its name, and a sentence as the shop says it, in English. */
export function troubleWords(trouble: string): string {
  const [, printer = "", sentence = trouble] = /^(.*?: )(.+)$/s.exec(trouble) ?? [];
  return printer + said(sentence);
}

function seenWords({ lastSeenAt, codeExpiresAt }: ShopAnswer, now: number): string[] {
  const seen =
    lastSeenAt === null ? t("shops.neverSeen") : t("shops.seen", { ago: formatAgo(lastSeenAt, now) });
  return codeExpiresAt === null
    ? [seen]
    : [seen, t("shops.codeUntil", { when: formatShortTime(codeExpiresAt) })];
}

function prints({ backlog, wantedPrints, erasureOrders }: ShopAnswer): string[] {
  return [
    ...(backlog === null ? [] : [backlog === 0 ? t("shops.upToDate") : t("shops.behind", { n: backlog })]),
    ...(wantedPrints === 0 ? [] : [t("shops.wanted", { n: wantedPrints })]),
    ...(erasureOrders === 0 ? [] : [t("shops.orders", { n: erasureOrders })]),
  ];
}

function clockWords({ clockAheadMilliseconds: ahead }: ShopAnswer): string[] {
  if (ahead === null || Math.abs(ahead) < SHOP_LIMITS.toldSkewMilliseconds) return [];
  const time = durationWords(Math.abs(ahead));
  return [ahead > 0 ? t("shops.clockAhead", { time }) : t("shops.clockBehind", { time })];
}

/** Units of time and their milliseconds, the longest first. */
const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** A length of time in the largest unit that fits: `4 minutes`. */
function durationWords(milliseconds: number): string {
  const [unit, length] = UNITS.find(([, one]) => milliseconds >= one) ?? UNITS[2];
  return formatNumber(Math.trunc(milliseconds / length), { style: "unit", unit, unitDisplay: "long" });
}
