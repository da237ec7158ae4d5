import { Elysia } from "elysia";
import { placedAnswer } from "../backup/backup-answer.ts";
import { type BackupsAnswer, readNewBackup } from "../contract/backup.ts";
import { TillrollError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { requireAdministrator } from "./administrator.ts";
import { auditNote } from "./audit-note.ts";
import { asOperation, type Call, endpoint } from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

/** The backups of the service: how they are, making one, and what there is. They are every workspace's. */
export function backupsController(service: ShopHttpService) {
  const { authentication, backups, writer } = service;
  const permit = (call: Call) => requireAdministrator(authentication, call, "The backup", "tillroll backup");

  const show = endpoint(service, async (call) => {
    await permit(call);
    return replyValue(200, backupsAnswer(service));
  });

  const make = endpoint(service, async (call) => {
    const access = await permit(call);
    const to = await readJson(call.request, readNewBackup);
    if (to !== null && access.isLocal !== true)
      throw new TillrollError(
        "API_TOKEN_SCOPE_INSUFFICIENT",
        'Only a command on the machine of the service says where a backup goes: "tillroll backup --to".',
        { required: "admin" },
      );
    const made = backups.make(to);
    // What becomes of it is told by the answers to come; it was logged.
    made.catch(() => {});
    const note = await auditNote(service, call, { access, workspace: null }, "backup.made", "backup", {
      place: to ?? backups.place,
    });
    await writer.submit({ kind: "audit", change: { do: "add", note } });
    return replyValue(202, backupsAnswer(service));
  });

  const verify = endpoint(service, async (call) => {
    const access = await permit(call);
    if (service.drill === null)
      throw new TillrollError(
        "CONFLICT",
        'No backups are made by themselves, so none can be tried; "tillroll backup verify FROM" tries another.',
      );
    service.drill.begin();
    const note = await auditNote(service, call, { access, workspace: null }, "backup.tried", "backup", {
      place: backups.place,
    });
    await writer.submit({ kind: "audit", change: { do: "add", note } });
    return replyValue(202, backupsAnswer(service));
  });

  const list = endpoint(service, async (call) => {
    await permit(call);
    const answer = placedAnswer(await backups.catalogue(), backups.service);
    return replyValue(200, answer);
  });

  return new Elysia()
    .get("/api/backups", show, asOperation("readBackups"))
    .post("/api/backups", make, asOperation("makeBackup"))
    .post("/api/backups/verify", verify, asOperation("verifyBackup"))
    .get("/api/backups/placed", list, asOperation("listBackups"));
}

function backupsAnswer({ backups, drill }: ShopHttpService): BackupsAnswer {
  const { record, place, snapshotProgress, lastRun } = backups;
  const trial = drill?.last ?? null;
  return {
    place,
    upToDateAt: record.upToDateAt === null ? null : formatInstant(record.upToDateAt),
    fault: record.fault,
    progress: snapshotProgress,
    lastRun,
    isTrying: drill?.isRunning ?? false,
    trial:
      trial === null
        ? null
        : {
            triedAt: formatInstant(trial.triedAt),
            restorableAsOf: trial.restorableAsOf === null ? null : formatInstant(trial.restorableAsOf),
            prints: trial.prints,
            fault: trial.fault,
          },
  };
}
