import { PLACES } from "../data/vocabulary.ts";
import { containing, type Given, holds, is, isNot, type QueryKind } from "./query-kind.ts";

/** Tag keys that are looked into by `contains`. */
export const TEXT_KEYS: readonly string[] = ["orderId", "waiter", "customer", "note"];

const FIELD_KINDS: readonly QueryKind[] = [
  { name: "everything", body: ({ number }) => ({ page: number + 1 }) },
  { name: "label eq", body: (given) => ({ label: { op: "eq", value: given.label() } }) },
  { name: "label, a bare string", body: (given) => ({ label: given.label() }) },
  { name: "label neq", body: (given) => ({ label: { op: "neq", value: given.label() } }) },
  { name: "deviceId eq", body: (given) => ({ deviceId: given.device() }) },
  { name: "deviceId neq", body: (given) => ({ deviceId: { op: "neq", value: given.device() } }) },
  { name: "printKey eq", body: (given) => ({ printKey: given.print().printKey }) },
  {
    name: "label contains, few",
    body: (given) => ({ label: containing(`der ${orderId(given).slice(0, -1)}`) }),
  },
  {
    name: "label contains, most",
    body: (given) => ({ label: containing(given.oneOf("order", "ORDER", "rder ", "Orde", "oRdEr")) }),
  },
  {
    name: "label contains, two characters",
    body: ({ number }) => ({ label: containing(String(13 + number * 7)) }),
  },
  // No shop has the letter Z, but all the rest of it is everywhere.
  {
    name: "label contains, no match",
    body: ({ number }) => ({ label: containing(`Order Z-1${number}`) }),
  },
  {
    name: "label contains, Unicode case",
    body: ({ number }) => ({ label: containing((PLACES[number % PLACES.length] ?? "").toUpperCase()) }),
  },
  {
    name: "deviceId contains",
    body: (given) => ({ deviceId: containing(given.oneOf("KITCHEN", "bar-", "-1", "Till-0", "chen-3")) }),
  },
  {
    name: "printKey contains",
    body: (given) => ({ printKey: containing(keyOf(given).slice(-6).toUpperCase()) }),
  },
];

const TAG_KINDS: readonly QueryKind[] = [
  { name: "orderId eq", body: (given) => ({ tag: is("orderId", orderId(given)) }) },
  { name: "table eq", body: (given) => ({ tag: is("table", given.tag("table")) }) },
  { name: "payment eq", body: (given) => ({ tag: is("payment", given.tag("payment")) }) },
  { name: "waiter eq", body: (given) => ({ tag: is("waiter", given.tag("waiter")) }) },
  { name: "total eq", body: (given) => ({ tag: is("total", given.tag("total")) }) },
  {
    name: "total above",
    body: ({ number }) => ({ tag: { op: "gt", key: "total", value: String(80 + number * 4) } }),
  },
  { name: "customer eq", body: (given) => ({ tag: is("customer", given.tag("customer")) }) },
  { name: "payment neq", body: (given) => ({ tag: isNot("payment", given.tag("payment")) }) },
  { name: "rare key", body: (given) => ({ tag: isNot(rareKey(given), "") }) },
  { name: "rare key eq", body: (given) => ({ tag: is(rareKey(given), `${rareKey(given)}-3`) }) },
  { name: "key missing everywhere", body: ({ number }) => ({ tag: isNot(`loyalty${number}`, "none") }) },
  {
    name: "waiter contains",
    body: (given) => ({ tag: holds("waiter", given.oneOf("JOSÉ", "AN", "мар", "ÅS")) }),
  },
  { name: "orderId contains", body: (given) => ({ tag: holds("orderId", orderId(given).slice(2)) }) },
  {
    name: "customer contains",
    body: (given) => ({ tag: holds("customer", given.tag("customer").slice(4)) }),
  },
  {
    name: "note contains",
    body: (given) => ({ tag: holds("note", given.oneOf("GÄSTE", "s lact", "vegan d")) }),
  },
  {
    name: "and",
    body: (given) => ({
      tag: {
        and: [is("store", given.tag("store")), is("table", given.tag("table")), isNot("payment", "card")],
      },
    }),
  },
  {
    name: "or",
    body: (given) => ({
      tag: { or: [is("orderId", orderId(given)), is("waiter", given.tag("waiter")), holds("note", "bill")] },
    }),
  },
  {
    name: "groups in groups",
    body: (given) => ({
      tag: {
        and: [
          { or: [is("store", given.tag("store")), is("store", given.tag("store"))] },
          {
            or: [
              is("payment", "invoice"),
              { and: [is("payment", "cash"), isNot("total", given.tag("total"))] },
            ],
          },
          isNot("waiter", given.tag("waiter")),
        ],
      },
    }),
  },
  {
    name: "or of ten",
    body: (given) => ({ tag: { or: Array.from({ length: 10 }, () => is("orderId", orderId(given))) } }),
  },
  {
    name: "and of ten",
    body: (given) => ({
      tag: {
        and: [
          ...["payment", "store", "table"].map((key) => is(key, given.tag(key))),
          ...Array.from({ length: 7 }, () => isNot("waiter", given.tag("waiter"))),
        ],
      },
    }),
  },
];

const TIME_KINDS: readonly QueryKind[] = [
  { name: "a week", body: (given) => given.days(7) },
  { name: "tag in a month", body: (given) => ({ tag: is("table", given.tag("table")), ...given.days(30) }) },
  {
    name: "label, device, tag, time",
    body: (given) => ({
      label: containing("order"),
      deviceId: given.device(),
      tag: is("payment", given.tag("payment")),
      ...given.days(90),
    }),
  },
  { name: "deleted", body: ({ number }) => ({ deleted: true, page: number + 1 }) },
  {
    name: "deleted or not",
    body: (given) => ({ deleted: "any", tag: is("table", given.tag("table")) }),
  },
];

const PAGE_KINDS: readonly QueryKind[] = [
  { name: "id.asc", body: (given) => ({ orderBy: "id.asc", deviceId: given.device() }) },
  { name: "id.desc", body: (given) => ({ orderBy: "id.desc", tag: is("waiter", given.tag("waiter")) }) },
  {
    name: "createdAt.asc",
    body: (given) => ({ orderBy: "createdAt.asc", tag: is("store", given.tag("store")) }),
  },
  { name: "updatedAt.desc", body: ({ number }) => ({ orderBy: "updatedAt.desc", page: number + 1 }) },
  {
    name: "updatedAt.asc, with a filter",
    body: (given) => ({ orderBy: "updatedAt.asc", tag: is("table", given.tag("table")) }),
  },
  { name: "middle page of everything", body: pageSizeOf, part: "middle" },
  { name: "last page of everything", body: pageSizeOf, part: "last" },
  {
    name: "middle page by updatedAt",
    body: (given) => ({ orderBy: "updatedAt.desc", tag: is("payment", given.tag("payment")) }),
    part: "middle",
  },
  {
    name: "last page of a contains",
    body: (given) => ({ label: containing(given.oneOf("tisch", "KITCHEN", "re-000")) }),
    part: "last",
  },
  {
    name: "20 a page",
    body: (given) => ({ pageSize: 20, label: containing("kitchen"), tag: is("waiter", given.tag("waiter")) }),
  },
  { name: "1,000 a page", body: (given) => ({ pageSize: 1000, tag: is("payment", given.tag("payment")) }) },
  { name: "cursor, first page", body: (given) => ({ cursor: null, tag: is("store", given.tag("store")) }) },
  {
    name: "cursor, later page",
    body: (given) => ({ cursor: null, pageSize: 50, tag: is("payment", given.tag("payment")) }),
    part: "walked",
  },
];

/** All kinds, each with the same weight in the geometric mean. */
export const QUERY_KINDS: readonly QueryKind[] = [...FIELD_KINDS, ...TAG_KINDS, ...TIME_KINDS, ...PAGE_KINDS];

function orderId(given: Given): string {
  return given.tag("orderId");
}

function keyOf(given: Given): string {
  return given.print(({ printKey }) => !printKey.startsWith("pos-")).printKey;
}

function rareKey(given: Given): string {
  return given.oneOf("refundOf", "giftCard", "deliveryApp", "trainee");
}

function pageSizeOf(given: Given): { pageSize: number } {
  return { pageSize: given.oneOf(20, 100, 50) };
}
