import { Elysia } from "elysia";
import { certificateAnswer } from "../certificates/certificate-answer.ts";
import type { Certificates } from "../certificates/certificates.ts";
import { TillrollError } from "../domain/errors.ts";
import { requireAdministrator } from "./administrator.ts";
import { endpoint, HIDDEN } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";

/** What `tillroll certificate` asks of the service that runs. */
export function certificateController(service: HttpService) {
  const to = (act: (certificates: Certificates) => void) =>
    endpoint(service, (call) => {
      requireAdministrator(service.authentication, call, "The certificate", "tillroll certificate");
      if (service.secure === null) throw new TillrollError("NOT_FOUND", NO_HTTPS);
      const { certificates } = service.secure;
      act(certificates);
      return replyValue(200, certificateAnswer(certificates.state));
    });
  return new Elysia()
    .get(
      "/api/certificate",
      to(() => {}),
      HIDDEN,
    )
    .post(
      "/api/certificate/renew",
      to((certificates) => certificates.renew(false)),
      HIDDEN,
    )
    .post(
      "/api/certificate/renew-authority",
      to((certificates) => certificates.renew(true)),
      HIDDEN,
    )
    .post(
      "/api/certificate/reread",
      to((certificates) => certificates.reread()),
      HIDDEN,
    );
}

/** Why there is no certificate. */
export const NO_HTTPS = "This service has no HTTPS: --https-port is 0, or the log says what is wrong.";
