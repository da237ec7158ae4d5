/*
 * Preloaded into a real service: its writer answers at once and stores nothing. What is left is the cost of HTTP,
 * authentication and reading the request.
 */

import { NO_FIELDS } from "../../../src/contract/print-fields.ts";
import { printToJson } from "../../../src/domain/print.ts";
import { Writer } from "../../../src/storage/writer.ts";

let lastId = 0;

Writer.prototype.submit = function (operation) {
  if (operation.kind !== "create") return Promise.resolve({ ok: true, id: 0, json: "", replayed: false });
  const id = ++lastId;
  const now = Date.now();
  const { workspaceId, userId, deviceId, label, tag, quantity, testPrint, defaultWidth } = operation;
  const json = printToJson({
    ...NO_FIELDS,
    id,
    workspaceId,
    userId,
    deviceId,
    label,
    tag,
    quantity,
    testPrint,
    recognised: null,
    printKey: operation.printKey ?? Bun.randomUUIDv7(),
    width: operation.width ?? defaultWidth,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  });
  return Promise.resolve({ ok: true, id, json, replayed: false });
};
