import { Elysia } from "elysia";
import type { AuditAct } from "../audit/acts.ts";
import { certificateAnswer } from "../certificates/certificate-answer.ts";
import type { Certificates } from "../certificates/certificates.ts";
import { TillrollError } from "../domain/errors.ts";
import { requireAdministrator } from "./administrator.ts";
import { auditNote } from "./audit-note.ts";
import { endpoint, HIDDEN } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";

/** What `tillroll certificate` asks of the service that runs. */
export function certificateController(service: HttpService) {
  const to = (act: AuditAct | null, work: (certificates: Certificates) => void) =>
    endpoint(service, async (call) => {
      const { authentication, writer } = service;
      const access = requireAdministrator(authentication, call, "The certificate", "tillroll certificate");
      if (service.secure === null) throw new TillrollError("NOT_FOUND", NO_HTTPS);
      const { certificates } = service.secure;
      work(certificates);
      const answer = certificateAnswer(certificates.state);
      if (act !== null) {
        const { source, subject, fingerprint } = answer;
        const who = { access, workspace: null };
        const note = auditNote(service, call, who, act, "certificate", { source, subject, fingerprint });
        await writer.submit({ kind: "audit", change: { do: "add", note } });
      }
      return replyValue(200, answer);
    });
  return new Elysia()
    .get(
      "/api/certificate",
      to(null, () => {}),
      HIDDEN,
    )
    .post(
      "/api/certificate/renew",
      to("certificate.renewed", (certificates) => certificates.renew(false)),
      HIDDEN,
    )
    .post(
      "/api/certificate/renew-authority",
      to("certificate.renewed", (certificates) => certificates.renew(true)),
      HIDDEN,
    )
    .post(
      "/api/certificate/reread",
      to("certificate.replaced", (certificates) => certificates.reread()),
      HIDDEN,
    );
}

/** Why there is no certificate. */
export const NO_HTTPS = "This service has no HTTPS: --https-port is 0, or the log says what is wrong.";
