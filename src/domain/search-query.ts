import type { FilteredField } from "../contract/print-fields.ts";
import type { FilterOperator, TagQuery } from "./tag-query.ts";
import type { Where } from "./where.ts";

/** A filter on a field of prints (contract, section 2.4). `null` never matches. */
export interface StringFilter {
  readonly op: FilterOperator;
  readonly value: string;
}

type FieldFilters = { readonly [Name in FilteredField]?: StringFilter };

export const ORDERS = [
  "id.asc",
  "id.desc",
  "createdAt.asc",
  "createdAt.desc",
  "updatedAt.asc",
  "updatedAt.desc",
] as const;

export type Order = (typeof ORDERS)[number];

/** The orders of a search in several workspaces of an archive, whose ids say nothing of time. */
export const CHAIN_ORDERS = [
  "createdAt.asc",
  "createdAt.desc",
  "updatedAt.asc",
  "updatedAt.desc",
  "receivedAt.asc",
  "receivedAt.desc",
] as const;

export type ChainOrder = (typeof CHAIN_ORDERS)[number];

/** The field that an order sorts by. */
export type SortField<Sort extends string> = Sort extends `${infer Field}.${string}` ? Field : never;

/** The filters of a search: all given ones must hold (rule 1). Bounds are epoch milliseconds, inclusive. */
export interface SearchFilter extends FieldFilters {
  readonly tag?: TagQuery;
  /** Parts that lines of the receipt's text must hold, each some line, as they were given. */
  readonly text?: readonly string[];
  readonly from?: number;
  readonly to?: number;
  readonly where?: Where;
  readonly deleted: boolean | "any";
}

/** Which part of the result of a search is wanted, in which order. */
export interface Paging<Sort extends string = Order> {
  readonly orderBy: Sort;
  /** 1-based; ignored when `cursor` is given. */
  readonly page: number;
  readonly pageSize: number;
  /** `undefined`: paging by number. `null`: the first page of a walk. A string: what `nextCursor` said. */
  readonly cursor?: string | null;
}

/** A search: a filter, an order, and which part of the result is wanted. */
export interface SearchQuery<Sort extends string = Order> extends Paging<Sort> {
  readonly filter: SearchFilter;
}

/** The workspaces that something is about; all that one may see where neither is given. */
export interface ChainScope {
  /** By their slugs. */
  readonly workspaces: readonly string[] | null;
  /** Those of a group of shops. */
  readonly group: string | null;
}

/** A search in several workspaces. */
export interface ChainQuery extends SearchQuery<ChainOrder> {
  /** Whether all that match are counted: that takes longer than finding the first of them. */
  readonly total: "exact" | "none";
}
