import { audit, type AuditNote, systemActor } from "../audit/audit-entry.ts";
import { changedSettings } from "../audit/told-settings.ts";
import { type Age, momentBefore } from "../domain/age.ts";
import { MILLISECONDS_PER_DAY, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { VERSION } from "../version.ts";
import type { StorageStage } from "./storage-stage.ts";
import type { TasksStage } from "./tasks-stage.ts";

/** How long a stop waits until it is entered: a disk that hangs must not hold it up, milliseconds. */
const STOP_WAIT_MILLISECONDS = MILLISECONDS_PER_SECOND;

/** How often old entries are looked for. */
const EXPIRY_MILLISECONDS = MILLISECONDS_PER_DAY / 24;

const ACTOR = systemActor("service");

/**
 * Enters in the audit log that the service was started, and with what if that is something else than the last time; at its
 * end that it was stopped. A disk that takes nothing keeps no service from starting.
 */
export function auditService(
  { stores, writer, patientLog, storage }: StorageStage,
  configuration: Readonly<Record<string, string>>,
  started: AsyncDisposableStack,
): void {
  if (storage.trouble !== null) return;
  const enter = async (note: AuditNote) => {
    try {
      await writer.submit({ kind: "audit", change: { do: "add", note } });
    } catch (error) {
      patientLog.write("warning", `${note.act} is not in the audit log`, { error: String(error) });
    }
  };
  const filter = { since: null, until: null, actor: null, subject: null, workspaceId: null, before: null };
  const [last] = stores.audit.list({ ...filter, act: "configuration.changed", limit: 1 });
  const before = last?.details["configuration"] as Readonly<Record<string, string>> | undefined;
  void enter(audit(ACTOR, "service.started", "service", { version: VERSION, processId: process.pid }));
  if (!Bun.deepEquals(before, configuration)) {
    const none = Object.fromEntries(Object.keys(before ?? {}).map((name) => [name, null]));
    const changes = before === undefined ? {} : changedSettings(before, { ...none, ...configuration });
    void enter(audit(ACTOR, "configuration.changed", "service", { configuration, ...changes }));
  }
  started.defer(async () => {
    const entered = enter(audit(ACTOR, "service.stopped", "service", { processId: process.pid }));
    await Promise.race([entered, Bun.sleep(STOP_WAIT_MILLISECONDS)]);
  });
}

/** Has entries of the audit log removed that are older than asked for. @param age `null` for never */
export function expireAudit(
  { writer, clock }: StorageStage,
  { timetable }: Pick<TasksStage, "timetable">,
  age: Age | null,
): void {
  if (age === null) return;
  timetable.add({
    name: "audit log",
    schedule: { everyMilliseconds: EXPIRY_MILLISECONDS },
    async run(signal) {
      const before = momentBefore(clock.now(), age);
      // Some at a time, with prints between them.
      while (!signal.aborted) {
        const { id } = await writer.submit({ kind: "audit", change: { do: "expire", before } });
        if (id === 0) return;
      }
    },
  });
}
