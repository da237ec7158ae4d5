import { DEFAULT_FACETS, type Facets, NO_FACETS } from "../../../src/domain/facets-query.ts";
import { MILLISECONDS_PER_DAY } from "../../../src/domain/limits.ts";
import type { SearchFilter } from "../../../src/domain/search-query.ts";
import { FIRST_DAY } from "../data/opening-hours.ts";
import type { Shop } from "./shops.ts";

/** A kind of search: its filter is another one each time. */
export interface ArchiveKind {
  readonly name: string;
  /** @param shop one that has a print with what is looked for */
  filter(shop: Shop, number: number): Omit<SearchFilter, "deleted">;
}

const day = (number: number) => FIRST_DAY + (100 + number * 17) * MILLISECONDS_PER_DAY;
const printOf = ({ prints }: Shop, number: number) => prints.at((number * 7919 + 13) % prints.length);
const tagOf = (shop: Shop, number: number, key: string) => printOf(shop, number).tags[key] ?? "";

export const KINDS: readonly ArchiveKind[] = [
  { name: "everything", filter: () => ({}) },
  {
    name: "one day and a tag",
    filter: (_shop, number) => ({
      from: day(number),
      to: day(number) + MILLISECONDS_PER_DAY,
      tag: { op: "eq", key: "payment", value: "cash" },
    }),
  },
  {
    name: "tag eq, one print",
    filter: (shop, number) => ({ tag: { op: "eq", key: "orderId", value: tagOf(shop, number, "orderId") } }),
  },
  {
    name: "tag eq, 2 %",
    filter: (shop, number) => ({ tag: { op: "eq", key: "waiter", value: tagOf(shop, number, "waiter") } }),
  },
  { name: "tag eq, most used", filter: () => ({ tag: { op: "eq", key: "payment", value: "card" } }) },
  { name: "tag neq", filter: () => ({ tag: { op: "neq", key: "payment", value: "card" } }) },
  { name: "tag in a range", filter: () => ({ tag: { op: "gt", key: "total", value: "100" } }) },
  {
    name: "tag contains",
    filter: (shop, number) => ({
      tag: { op: "contains", key: "orderId", value: tagOf(shop, number, "orderId").slice(1) },
    }),
  },
  {
    name: "label eq",
    filter: (shop, number) => ({ label: { op: "eq", value: `Order ${tagOf(shop, number, "orderId")}` } }),
  },
  {
    name: "label contains, one print",
    filter: (shop, number) => ({
      label: { op: "contains", value: tagOf(shop, number, "orderId").toLowerCase() },
    }),
  },
  { name: "label contains, most", filter: () => ({ label: { op: "contains", value: "order" } }) },
  { name: "label contains, one letter", filter: () => ({ label: { op: "contains", value: "ü" } }) },
  {
    name: "printKey eq",
    filter: (shop, number) => ({ printKey: { op: "eq", value: printOf(shop, number).printKey } }),
  },
  {
    name: "groups of tags",
    filter: (shop, number) => ({
      tag: {
        join: "and",
        entries: [
          { op: "eq", key: "table", value: String(1 + (number % 60)) },
          {
            join: "or",
            entries: [
              { op: "eq", key: "payment", value: "voucher" },
              { op: "eq", key: "waiter", value: tagOf(shop, number, "waiter") },
            ],
          },
        ],
      },
    }),
  },
  {
    name: "six months, a device, tag neq",
    filter: (shop, number) => ({
      from: day(number % 10),
      to: day(number % 10) + 182 * MILLISECONDS_PER_DAY,
      deviceId: { op: "eq", value: printOf(shop, number).deviceId ?? "till-01" },
      tag: { op: "neq", key: "payment", value: "card" },
    }),
  },
];

export const FACETS: readonly { readonly name: string; readonly facets: Facets }[] = [
  { name: "facet of a tag", facets: { ...NO_FACETS, tagValues: "waiter" } },
  { name: "facet by day", facets: { ...NO_FACETS, time: { interval: "day", timeZone: "UTC" } } },
  { name: "facets as the page shows them", facets: DEFAULT_FACETS },
];
