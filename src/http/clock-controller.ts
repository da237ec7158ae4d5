import { Elysia } from "elysia";
import type { AuditAct } from "../audit/acts.ts";
import type { ClockAnswer } from "../contract/service.ts";
import { formatInstant } from "../domain/instant.ts";
import { requireAdministrator } from "./administrator.ts";
import { auditNote } from "./audit-note.ts";
import { asOperation, endpoint } from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";

/** The service's clock, for the commands on this machine: it is every workspace's, so no token of one may change it. */
export function clockController(service: ShopHttpService) {
  const { authentication, clockWatch } = service;

  const clock = (status: number, act: AuditAct | null, work: () => void) =>
    endpoint(service, async (call) => {
      const access = await requireAdministrator(authentication, call, "The clock", "tillroll clock");
      const { machine: before, trusted: by } = clockWatch.report();
      const times = { machine: formatInstant(before), trusted: formatInstant(by) };
      const who = { access, workspace: null };
      if (act !== null) {
        const note = await auditNote(service, call, who, act, "clock", times);
        await service.writer.submit({ kind: "audit", change: { do: "add", note } });
      }
      work();
      const { machine, trusted, isBelieved, futurePrintAt, repair, message } = clockWatch.report();
      const answer: ClockAnswer = {
        machine: formatInstant(machine),
        trusted: formatInstant(trusted),
        isBelieved,
        futurePrintAt: futurePrintAt === null ? null : formatInstant(futurePrintAt),
        repair,
        message,
      };
      return replyValue(status, answer);
    });
  const showClock = clock(200, null, () => {});
  const acceptClock = clock(200, "clock.accepted", () => clockWatch.accept());
  const repairClock = clock(202, "clock.repaired", () => clockWatch.repair());

  return new Elysia()
    .get("/api/clock", showClock, asOperation("readClock"))
    .post("/api/clock/accept", acceptClock, asOperation("acceptClock"))
    .post("/api/clock/repair", repairClock, asOperation("repairClock"));
}
