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

/** A search: a filter, an order, and which part of the result is wanted. */
export interface SearchQuery {
  readonly filter: SearchFilter;
  readonly orderBy: Order;
  /** 1-based; ignored when `cursor` is given. */
  readonly page: number;
  readonly pageSize: number;
  /** `undefined`: paging by number. `null`: the first page of a walk. A string: what `nextCursor` said. */
  readonly cursor?: string | null;
}
