import { Elysia } from "elysia";
import type { AuditAct } from "../audit/acts.ts";
import { certificateAnswer } from "../certificates/certificate-answer.ts";
import type { Certificates } from "../certificates/certificates.ts";
import { keepOwnCertificate } from "../certificates/own-certificate.ts";
import { readOwnCertificate } from "../contract/certificate.ts";
import { AddressBlocks } from "../domain/address-blocks.ts";
import { TillrollError } from "../domain/errors.ts";
import { requireAdministrator } from "./administrator.ts";
import { auditNote } from "./audit-note.ts";
import { asOperation, type Call, endpoint, HIDDEN } from "./endpoint.ts";
import { isSecure } from "./forwarded.ts";
import type { HttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const CERTIFICATE = "/api/certificate";

/** This machine, by the addresses that never leave it. */
const LOOPBACK = new AddressBlocks(["127.0.0.0/8", "::1"]);

/** The certificate by which clients know this service. */
export function certificateController(service: HttpService) {
  const to = (act: AuditAct | null, work: (certificates: Certificates, call: Call) => void | Promise<void>) =>
    endpoint(service, async (call) => {
      const { authentication, writer } = service;
      const access = await requireAdministrator(
        authentication,
        call,
        "The certificate",
        "tillroll certificate",
      );
      if (service.secure === null) throw new TillrollError("NOT_FOUND", NO_HTTPS);
      const { certificates } = service.secure;
      await work(certificates, call);
      const answer = certificateAnswer(certificates.state);
      if (act !== null) {
        const { source, subject, fingerprint } = answer;
        const who = { access, workspace: null };
        const note = await auditNote(service, call, who, act, "certificate", {
          source,
          subject,
          fingerprint,
        });
        await writer.submit({ kind: "audit", change: { do: "add", note } });
      }
      return replyValue(200, answer);
    });

  const show = to(null, () => {});
  const renew = to("certificate.renewed", (certificates) => certificates.renew(false));
  const renewAuthority = to("certificate.renewed", (certificates) => certificates.renew(true));
  const reread = to("certificate.replaced", (certificates) => certificates.reread());
  const replace = to("certificate.replaced", async (certificates, call) => {
    const own = await readJson(call.request, (body) => {
      refuseReadable(call);
      return readOwnCertificate(body);
    });
    keepOwnCertificate(service.dataFolder, own);
    certificates.reread();
  });

  return new Elysia()
    .get(CERTIFICATE, show, asOperation("readCertificate"))
    .post(`${CERTIFICATE}/renew`, renew, asOperation("renewCertificate"))
    .post(`${CERTIFICATE}/renew-authority`, renewAuthority, asOperation("renewAuthority"))
    .post(`${CERTIFICATE}/replace`, replace, asOperation("replaceCertificate"))
    .post(`${CERTIFICATE}/reread`, reread, HIDDEN);
}

/** A key that others on the network could read is none any more. @throws TillrollError HTTPS_REQUIRED */
function refuseReadable(call: Call): void {
  if (isSecure(call.request) || LOOPBACK.have(call.address)) return;
  const message =
    "A key is taken by HTTPS alone: open this page by its https:// address, or use " +
    '"tillroll certificate replace" on the machine of the service.';
  throw new TillrollError("HTTPS_REQUIRED", message);
}

/** Why there is no certificate. */
export const NO_HTTPS = "This service has no HTTPS: --https-port is 0, or the log says what is wrong.";
