/** How a shop gets on. */
export const SHOP_STATES = ["waiting", "connected", "silent", "revoked"] as const;

export type ShopState = (typeof SHOP_STATES)[number];

/** A shop, as people are told of it. Times are epoch milliseconds. */
export interface ListedShop {
  readonly workspaceId: number;
  /** The slug of its workspace. */
  readonly workspace: string;
  /** Empty for none. */
  readonly group: string;
  readonly state: ShopState;
  readonly enrolledAt: number;
  readonly codeExpiresAt: number | null;
  readonly lastSeenAt: number | null;
  readonly backlog: number | null;
  readonly clockAheadMilliseconds: number | null;
  readonly version: string | null;
  readonly troubles: readonly string[];
  readonly wantedPrints: number;
  readonly erasureOrders: number;
  readonly isCloned: boolean;
}
