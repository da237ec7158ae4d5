import { Elysia } from "elysia";
import type { ScrubAnswer } from "../contract/scrub.ts";
import { TillrollError } from "../domain/errors.ts";
import type { Scrub } from "../scrub/scrub.ts";
import { requireAdministrator } from "./administrator.ts";
import { auditNote } from "./audit-note.ts";
import { asOperation, type Call, endpoint } from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";

/** Checking what is stored: how it is, and beginning a round. It is about all workspaces. */
export function scrubController(service: ShopHttpService) {
  const { authentication, writer } = service;
  const permit = (call: Call) =>
    requireAdministrator(authentication, call, "Checking what is stored", "tillroll scrub");

  const show = endpoint(service, async (call) => {
    await permit(call);
    return replyValue(200, scrubOf(service).answer() satisfies ScrubAnswer);
  });

  const begin = endpoint(service, async (call) => {
    const access = await permit(call);
    const scrub = scrubOf(service);
    const note = await auditNote(service, call, { access, workspace: null }, "scrub.begun", "scrub");
    await writer.submit({ kind: "audit", change: { do: "add", note } });
    scrub.hurry();
    return replyValue(202, scrub.answer() satisfies ScrubAnswer);
  });

  return new Elysia()
    .get("/api/scrub", show, asOperation("readScrub"))
    .post("/api/scrub", begin, asOperation("beginScrub"));
}

/** @throws TillrollError CONFLICT where nothing can be written */
function scrubOf({ scrub }: ShopHttpService): Scrub {
  if (scrub !== null) return scrub;
  throw new TillrollError(
    "CONFLICT",
    'Nothing can be written now, so what is found could not be noted; stop the service and run "tillroll scrub --now".',
  );
}
