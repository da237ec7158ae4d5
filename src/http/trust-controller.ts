import { Elysia } from "elysia";
import { AUTHORITY_FILES } from "../certificates/authority-files.ts";
import { TillrollError } from "../domain/errors.ts";
import { trustPage } from "../web/web.ts";
import { NO_HTTPS } from "./certificate-controller.ts";
import { endpoint, HIDDEN } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { reply, replyPage } from "./reply.ts";
import { TRUST_PATH } from "./trust-path.ts";

/** How devices come to trust the service, for everybody: what is told here is sent with each connection anyway. */
export function trustController(service: HttpService) {
  const page = endpoint(service, ({ request }) => {
    const { state } = certificatesOf(service);
    const { shown, authority, source } = state;
    const facts = {
      fingerprint: authority.fingerprint,
      authority: authority.subject,
      ownIssuer: source === "own" ? shown.issuer : null,
      address: service.https.addressFor(request),
    };
    return replyPage(request, 200, trustPage(facts, request.headers.get("user-agent") ?? ""));
  });
  const app = new Elysia().get(TRUST_PATH, page, HIDDEN);
  for (const { file, contentType, write } of Object.values(AUTHORITY_FILES)) {
    const download = endpoint(service, () => {
      const body = write(certificatesOf(service).authorityCertificate);
      const disposition = `attachment; filename="${file}"`;
      return reply(200, body, { "Content-Type": contentType, "Content-Disposition": disposition });
    });
    app.get(`${TRUST_PATH}/${file}`, download, HIDDEN);
  }
  return app;
}

/** @throws TillrollError NOT_FOUND where there is no HTTPS */
function certificatesOf({ secure }: HttpService) {
  if (secure === null) throw new TillrollError("NOT_FOUND", NO_HTTPS);
  return secure.certificates;
}
