import type { PostgresDatabase } from "../../storage/postgres/connection.ts";
import { databaseError } from "../../storage/postgres/connection.ts";
import type { PostgresIdentities } from "../../storage/postgres/identities.ts";
import type { KnownShop, ShopAct, Shops, UpstreamRequests } from "../../storage/ports/shops.ts";
import type { HasQuestion, Hello, Join, Pull, Rewind } from "../../contract/upstream-messages.ts";
import { enrol, join, revokeShop, rotateShop } from "../enrolment.ts";
import { listedShop, listShops } from "../shops.ts";
import { type PrintsOfShops, takeBatch } from "./batch.ts";
import { hello } from "./hello.ts";
import { has, rewind } from "./position.ts";
import { lostPrints } from "./pull.ts";
import type { ShopKey } from "../../domain/shop-key.ts";
import { findShop } from "./shop-row.ts";

/** The shops of an archive in a database that speaks PostgreSQL's wire. */
export class PostgresShops implements Shops {
  /** @param identities are told of workspaces that came into another group */
  constructor(
    private readonly database: PostgresDatabase,
    private readonly identities: Pick<PostgresIdentities, "noteWritten">,
  ) {}

  list = (now: number) => told(listShops(this.database, now));

  find = (workspaceId: number, now: number) => told(listedShop(this.database, workspaceId, now));

  enrol = (shop: Parameters<Shops["enrol"]>[0], act: ShopAct) =>
    // What has failed may be written nevertheless.
    told(enrol(this.database, shop, act)).finally(() => this.identities.noteWritten([{ kind: "workspace" }]));

  revoke = (workspaceId: number, act: ShopAct) => told(revokeShop(this.database, workspaceId, act));

  rotate = (workspaceId: number, act: ShopAct) => told(rotateShop(this.database, workspaceId, act));
}

/** What shops ask of an archive in such a database. */
export class PostgresUpstream implements UpstreamRequests {
  private readonly database: PostgresDatabase;

  constructor(private readonly archive: PrintsOfShops) {
    this.database = archive.database;
  }

  find = (key: ShopKey) => told(findShop(this.database, key));

  join = (wish: Join, now: number) => told(join(this.database, wish, now));

  hello = (shop: KnownShop, said: Hello, now: number) => told(hello(this.database, shop, said, now));

  has = (shop: KnownShop, question: HasQuestion) => told(has(this.database, shop, question));

  rewind = (shop: KnownShop, wish: Rewind, now: number) => told(rewind(this.database, shop, wish, now));

  batch = (shop: KnownShop, packed: Uint8Array<ArrayBuffer>, now: number) =>
    told(takeBatch(this.archive, shop, packed, now));

  pull = (shop: KnownShop, wish: Pull) => told(lostPrints(this.archive, shop, wish));
}

/** What the database says becomes what whoever asked is told. */
function told<Result>(answer: Promise<Result>): Promise<Result> {
  return answer.catch((error: unknown) => {
    throw databaseError(error);
  });
}
