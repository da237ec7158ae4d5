import type { InternalRoute } from "elysia";
import { factsOf, PRINTER_PROTOCOLS } from "../domain/protocols.ts";
import type { RequestName } from "../operations/request-metrics.ts";
import type { OperationId } from "./openapi/operations.ts";

/** Operations that take another time than others of their method. */
const KINDS: Partial<Record<OperationId, string>> = {
  createPrintFromJson: "store",
  createPrintFromBytes: "store",
  createTestPrint: "store",
  searchPrints: "search",
  countPrints: "search",
  findGaps: "search",
  previewPrint: "preview",
  previewReference: "preview",
  comparePrint: "preview",
  compareAsPng: "preview",
  compareAsSvg: "preview",
  judgePrint: "preview",
  judgeNewestPrint: "preview",
  // They are answered when something happens.
  listenToEvents: "wait",
  waitForNextPrint: "wait",
  previewLatestPrint: "wait",
  readPrintDeliveries: "wait",
};

/**
 * What the metrics call a request: by the operation's id in the API reference, or the beginning of its path where it is
 * not in there.
 */
export function requestName(routes: readonly InternalRoute[], method: string, route: string): RequestName {
  const found = routes.find((each) => each.path === route && each.method === method);
  const operation = found?.hooks?.detail?.operationId;
  if (operation !== undefined)
    return { operation, kind: KINDS[operation as OperationId] ?? (method === "GET" ? "read" : "change") };
  const [, first = ""] = route.split("/");
  const place = `/${first}`;
  if (isOfProtocol(place)) return { operation: place, kind: "print protocol" };
  return { operation: place, kind: "page" };
}

function isOfProtocol(place: string): boolean {
  const routes = PRINTER_PROTOCOLS.flatMap((name) => factsOf(name).routes ?? []);
  return routes.some(({ path }) => path.startsWith(`${place}/`));
}
