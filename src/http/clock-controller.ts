import { Elysia } from "elysia";
import type { ClockAnswer } from "../contract/service.ts";
import { TillrollError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { satisfies } from "../domain/scope.ts";
import { type Call, endpoint, HIDDEN } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";

/** The service's clock, for the commands on this machine. It is every workspace's, so no token of one may change it. */
export function clockController(service: HttpService) {
  const { authentication, clockWatch } = service;

  function authorise(call: Call): void {
    const { workspaceId, scopes } = authentication.authenticate(call);
    if (workspaceId === null && satisfies(scopes, "admin")) return;
    throw new TillrollError(
      "API_TOKEN_SCOPE_INSUFFICIENT",
      'The clock is that of all workspaces; use "tillroll clock" on the machine of the service.',
      { required: "admin" },
    );
  }

  function answer(status: number): Response {
    const { machine, trusted, isBelieved, futurePrintAt, repair, message } = clockWatch.report();
    const body: ClockAnswer = {
      machine: formatInstant(machine),
      trusted: formatInstant(trusted),
      isBelieved,
      futurePrintAt: futurePrintAt === null ? null : formatInstant(futurePrintAt),
      repair,
      message,
    };
    return replyValue(status, body);
  }

  const show = endpoint(service, (call) => {
    authorise(call);
    return answer(200);
  });

  const accept = endpoint(service, (call) => {
    authorise(call);
    clockWatch.accept();
    return answer(200);
  });

  const repair = endpoint(service, (call) => {
    authorise(call);
    clockWatch.repair();
    return answer(202);
  });

  return new Elysia()
    .get("/api/clock", show, HIDDEN)
    .post("/api/clock/accept", accept, HIDDEN)
    .post("/api/clock/repair", repair, HIDDEN);
}
