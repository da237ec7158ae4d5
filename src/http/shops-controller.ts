import { Elysia } from "elysia";
import { archiveAddress, joinCommand } from "../domain/archive-address.ts";
import type { AuditAct } from "../audit/acts.ts";
import { type EnrolledShopAnswer, readNewShop, type ShopAnswer } from "../contract/shop.ts";
import { TillrollError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import type { ListedShop } from "../domain/shop.ts";
import type { Workspace } from "../domain/workspace.ts";
import type { Shops } from "../storage/ports/shops.ts";
import { auditNote } from "./audit-note.ts";
import type { Access } from "./authentication.ts";
import { type Call, serviceEndpoint } from "./endpoint.ts";
import { addressOf } from "./forwarded.ts";
import type { HttpService } from "./http-service.ts";
import { reachableAddresses } from "./reachable-addresses.ts";
import { replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const SHOPS = "/api/shops";

/** The shops of an archive: who sends prints here, and how they get on. */
export function shopsController(service: HttpService, all: Shops) {
  const shops = new ShopsEndpoints(service, all);
  return new Elysia()
    .get(SHOPS, ...serviceEndpoint(service, "listShops", shops.list))
    .post(SHOPS, ...serviceEndpoint(service, "enrolShop", shops.enrol))
    .delete(`${SHOPS}/:slug`, ...serviceEndpoint(service, "revokeShop", shops.revoke))
    .post(`${SHOPS}/:slug/rotate`, ...serviceEndpoint(service, "rotateShop", shops.rotate));
}

class ShopsEndpoints {
  constructor(
    private readonly service: HttpService,
    private readonly shops: Shops,
  ) {}

  readonly list = async (): Promise<Response> => {
    const items = (await this.shops.list(this.service.clock())).map(shopAnswer);
    return replyValue(200, { items });
  };

  readonly enrol = async (call: Call, access: Access): Promise<Response> => {
    const { workspace: slug, group } = await readJson(call.request, readNewShop);
    const workspace = await this.workspace(call, access, slug);
    const about = { group: group ?? null };
    const act = await this.act(call, access, "shop.enrolled", workspace, about);
    const { code, expiresAt } = await this.shops.enrol({ workspaceId: workspace.id, ...about }, act);
    const address = this.addressOf(call);
    const answer: EnrolledShopAnswer = {
      shop: await this.told(workspace),
      address,
      code,
      codeExpiresAt: formatInstant(expiresAt),
      command: joinCommand(address, code),
    };
    return replyValue(201, answer);
  };

  readonly revoke = async (call: Call, access: Access): Promise<Response> => {
    const workspace = await this.service.stores.workspaces.get(call.parameter("slug"));
    const act = await this.act(call, access, "shop.revoked", workspace);
    await this.shops.revoke(workspace.id, act);
    return replyValue(200, await this.told(workspace));
  };

  readonly rotate = async (call: Call, access: Access): Promise<Response> => {
    const workspace = await this.service.stores.workspaces.get(call.parameter("slug"));
    await this.shops.rotate(workspace.id, await this.act(call, access, "shop.rotated", workspace));
    return replyValue(200, await this.told(workspace));
  };

  /** The workspace of a slug, made where there is none. */
  private async workspace(call: Call, access: Access, slug: string): Promise<Workspace> {
    const { stores, writer } = this.service;
    const there = await stores.workspaces.find(slug);
    if (there !== null) return there;
    const who = { access, workspace: null };
    const audit = await auditNote(this.service, call, who, "workspace.created", slug, {});
    await writer.submit({ kind: "workspace", change: { do: "create", slug, settings: {} }, audit });
    return stores.workspaces.get(slug);
  }

  private async act(
    call: Call,
    access: Access,
    what: AuditAct,
    workspace: Workspace,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    const audit = await auditNote(this.service, call, { access, workspace }, what, workspace.slug, details);
    return { audit, now: this.service.clock() };
  }

  private async told({ id }: Workspace): Promise<ShopAnswer> {
    const shop = await this.shops.find(id, this.service.clock());
    if (shop === null) throw new TillrollError("NOT_FOUND", "This workspace is not that of a shop.");
    return shopAnswer(shop);
  }

  /** Where a shop finds the archive: as whoever asks does, but not by a name that means their own machine. */
  private addressOf(call: Call): string {
    const { host, secure } = this.service;
    const [address = ""] = reachableAddresses(addressOf(call.request), host);
    const state = secure?.certificates.state;
    return archiveAddress(address, state?.source === "local" ? state.authority.fingerprint : null);
  }
}

function shopAnswer(shop: ListedShop): ShopAnswer {
  const { workspaceId: _, enrolledAt, codeExpiresAt, lastSeenAt, troubles, ...rest } = shop;
  const instant = (at: number | null) => (at === null ? null : formatInstant(at));
  return {
    ...rest,
    enrolledAt: formatInstant(enrolledAt),
    codeExpiresAt: instant(codeExpiresAt),
    lastSeenAt: instant(lastSeenAt),
    troubles: [...troubles],
  };
}
