import type { ShopKey } from "../../domain/shop-key.ts";
import type { AuditNote } from "../../audit/audit-entry.ts";
import type { ListedShop } from "../../domain/shop.ts";
import type {
  BatchAnswer,
  HasAnswer,
  HasQuestion,
  Hello,
  HelloAnswer,
  Join,
  JoinAnswer,
  Pull,
  Rewind,
  RewindAnswer,
} from "../../contract/upstream-messages.ts";

/** Who does something with shops, for the audit log, and when, epoch milliseconds. */
export interface ShopAct {
  readonly audit: AuditNote;
  readonly now: number;
}

/** A code that was made for a shop. Times are epoch milliseconds. */
export interface MadeCode {
  readonly code: string;
  readonly expiresAt: number;
}

/** The shops of an archive: who may send prints there. Times are epoch milliseconds. */
export interface Shops {
  /** All shops, by the slugs of their workspaces. */
  list(now: number): Promise<ListedShop[]>;
  /** The shop of a workspace; `null` where it is not one's. */
  find(workspaceId: number, now: number): Promise<ListedShop | null>;
  /**
   * Makes a code by which a shop joins; one that was made for it before is not good any more.
   * @param group of shops; `null` for the one that it has
   */
  enrol(
    shop: { readonly workspaceId: number; readonly group: string | null },
    act: ShopAct,
  ): Promise<MadeCode>;
  /** Takes the key of a shop away, and its code. @throws TillrollError NOT_FOUND */
  revoke(workspaceId: number, act: ShopAct): Promise<void>;
  /** Has a shop given another key with its next hello. @throws TillrollError NOT_FOUND, CONFLICT where it has none */
  rotate(workspaceId: number, act: ShopAct): Promise<void>;
}

/** Who bears a good key of a shop. */
export interface KnownShop {
  readonly workspaceId: number;
  readonly key: ShopKey;
}

/** What shops ask of an archive, as `contract/upstream-messages.ts` has it. Each throws STORAGE_UNAVAILABLE. */
export interface UpstreamRequests {
  /** The shop of a key; `null` where that is not good. */
  find(key: ShopKey): Promise<KnownShop | null>;
  /** @throws TillrollError UNAUTHORIZED where the code is not good */
  join(wish: Join, now: number): Promise<JoinAnswer>;
  /** @throws TillrollError UNAUTHORIZED where the key was revoked meanwhile, as do the others */
  hello(shop: KnownShop, said: Hello, now: number): Promise<HelloAnswer>;
  has(shop: KnownShop, question: HasQuestion): Promise<HasAnswer>;
  /** @throws TillrollError CONFLICT where the cursor is elsewhere */
  rewind(shop: KnownShop, wish: Rewind, now: number): Promise<RewindAnswer>;
  /** @throws TillrollError BAD_REQUEST, CONFLICT where the cursor is elsewhere */
  batch(shop: KnownShop, packed: Uint8Array<ArrayBuffer>, now: number): Promise<BatchAnswer>;
  /** @returns the answer, packed */
  pull(shop: KnownShop, wish: Pull): Promise<Uint8Array<ArrayBuffer>>;
}
