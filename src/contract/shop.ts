import type { Static } from "@sinclair/typebox";
import { SHOP_LIMITS } from "../domain/shop-limits.ts";
import { SHOP_STATES } from "../domain/shop.ts";
import { read } from "./check.ts";
import { instant } from "./fields.ts";
import * as t from "./schema.ts";
import { slug } from "./workspace.ts";

const group = t.text(
  0,
  SHOP_LIMITS.groupCharacters,
  "The group of shops that it belongs to; empty for none.",
);

export const Shop = t.object(
  {
    workspace: t.anyText("The slug of its workspace."),
    group,
    state: t.choice(
      SHOP_STATES,
      "waiting: a code was made, and it has not joined. connected: it said how it is within the last minutes. " +
        "silent: it has not. revoked: its key was taken away.",
    ),
    enrolledAt: instant("When a code was made for it first."),
    codeExpiresAt: t.nullable(instant("Until when a code for it is good; null where there is none.")),
    lastSeenAt: t.nullable(instant("When it said last how it is; null for never.")),
    backlog: t.nullable(t.count("Prints and changes that it had not sent then.")),
    clockAheadMilliseconds: t.nullable(
      t.integer(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, "By how much its clock was ahead then."),
    ),
    version: t.nullable(t.anyText("The version of Tillroll that it runs.")),
    troubles: t.list(t.anyText(), null, "What was wrong with its printers then, a sentence each."),
    wantedPrints: t.count("Prints that came damaged or without bytes, and are waited for."),
    erasureOrders: t.count("Prints that were erased here, and not yet there as far as is known."),
    isCloned: t.flag("Whether two services use its key in turn: one is a copy of the other's data."),
  },
  { name: "Shop" },
);

export const Shops = t.object({ items: t.list(Shop, null) }, { name: "Shops" });

export const NewShop = t.strict(
  {
    workspace: t.required(
      t.described(slug, "The slug of its workspace, which is made if there is none."),
      "is missing: give the slug of its workspace.",
    ),
    ...t.optional({ group }),
  },
  { name: "NewShop", examples: [{ workspace: "berlin-1", group: "north" }] },
);

export const EnrolledShop = t.object(
  {
    shop: Shop,
    address: t.anyText(
      "Where the shop finds this archive, with the SHA-256 of a certificate where it needs one.",
    ),
    code: t.anyText("By which it joins. It is shown this once."),
    codeExpiresAt: instant("Until when it does."),
    command: t.anyText("What is typed at the shop."),
  },
  { name: "EnrolledShop" },
);

/** Reads the body of "Enrol a shop". @throws TillrollError BAD_REQUEST with all faults */
export function readNewShop(body: unknown) {
  return read(NewShop, body);
}

export type ShopAnswer = Static<typeof Shop>;
export type EnrolledShopAnswer = Static<typeof EnrolledShop>;
