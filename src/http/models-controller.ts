import { Elysia } from "elysia";
import { TillrollError } from "../domain/errors.ts";
import { asOperation, endpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { modelsAnswer } from "./models-answer.ts";
import { reply, replyValue } from "./reply.ts";

/** What is inside: the models of printers that are known, and the licences of what others have made. */
export function modelsController(service: HttpService) {
  const { authentication } = service;

  const models = endpoint(service, async (call) => {
    await authentication.authenticate(call);
    return replyValue(200, modelsAnswer());
  });

  const licenses = endpoint(service, async (call) => {
    await authentication.authenticate(call);
    // Loaded when somebody asks: it is a long text.
    const { LICENSES_TEXT } = await import("../cli/licenses-text.ts");
    if (LICENSES_TEXT === null)
      throw new TillrollError("NOT_FOUND", "The source has nothing of others inside: see node_modules.");
    return reply(200, LICENSES_TEXT, { "Content-Type": "text/plain; charset=utf-8" });
  });

  return new Elysia()
    .get("/api/models", models, asOperation("listModels"))
    .get("/api/licenses", licenses, asOperation("readLicenses"));
}
