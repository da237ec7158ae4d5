import { Elysia } from "elysia";
import { CardParameters, type CardReportAnswer } from "../contract/cards.ts";
import { readQuery } from "../contract/query.ts";
import { formatInstant } from "../domain/instant.ts";
import { CARD_LIMITS } from "../domain/limits.ts";
import type { Workspace } from "../domain/workspace.ts";
import type { CardPrint } from "../cards/card-print.ts";
import { auditNote } from "./audit-note.ts";
import { workspaceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";

const CARDS = "/api/workspace/:slug/cards";

/** Which prints have full card numbers, and looking through old ones for them. */
export function cardsController(service: HttpService) {
  const { cards } = service.stores;

  const list = workspaceEndpoint(service, "listCards", async (call, { workspace }) => {
    const { limit = CARD_LIMITS.itemsDefault, before } = readQuery(CardParameters, call.query());
    return replyValue(200, await reportOf(workspace, await cards.newest(workspace.id, limit, before)));
  });

  const scan = workspaceEndpoint(service, "scanForCards", async (call, authorised) => {
    const { workspace } = authorised;
    const audit = await auditNote(service, call, authorised, "cards.scanned", workspace.slug);
    await service.background.scanForCards(workspace.id, audit);
    return replyValue(
      202,
      await reportOf(workspace, await cards.newest(workspace.id, CARD_LIMITS.itemsDefault)),
    );
  });

  async function reportOf(
    { id, maskCardNumbers }: Workspace,
    items: readonly CardPrint[],
  ): Promise<CardReportAnswer> {
    const prints = await cards.count(id);
    const state = await cards.scan(id);
    return {
      prints,
      areMore: prints === CARD_LIMITS.counted,
      masked: maskCardNumbers,
      devices: devicesOf(await cards.newest(id, CARD_LIMITS.devicePrints)),
      items: items.map(({ deletedAt, createdAt, brands, ...item }) => ({
        ...item,
        brands: [...brands],
        createdAt: formatInstant(createdAt),
        deleted: deletedAt !== null,
      })),
      scan: state && {
        done: state.nextOrdinal,
        total: state.endOrdinal,
        found: state.found,
        isDone: state.nextOrdinal >= state.endOrdinal,
      },
    };
  }

  return new Elysia().get(CARDS, ...list).post(`${CARDS}/scan`, ...scan);
}

/** @param prints the newest first */
function devicesOf(prints: readonly CardPrint[]): CardReportAnswer["devices"] {
  return [...Map.groupBy(prints, ({ deviceId }) => deviceId)].map(([deviceId, own]) => ({
    deviceId,
    prints: own.length,
    brands: [...new Set(own.flatMap(({ brands }) => brands))],
    lastPrintId: own[0]?.printId ?? 0,
    lastAt: formatInstant(own[0]?.createdAt ?? 0),
  }));
}
