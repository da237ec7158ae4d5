import { systemCode } from "../platform/system-error.ts";

/** What OpenSSL and its kin call what is wrong with a certificate. */
const CERTIFICATE_CODES = /CERT|SIGNATURE|CONSTRAINT|ALTNAME|ISSUER|UNSPECIFIED|SUBTREE/;

/** Whether a request failed because nothing vouches for the certificate of who answers. */
export function isCertificateFault(error: unknown): boolean {
  return CERTIFICATE_CODES.test(systemCode(error));
}
