import type { CertificateAnswer } from "../contract/service.ts";
import { formatInstant } from "../domain/instant.ts";
import type { CertificateFacts } from "./certificate-text.ts";
import type { CertificateState } from "./certificates.ts";

/** What there is to tell of the certificate that clients are shown. */
export function certificateAnswer(state: CertificateState): CertificateAnswer {
  const { source, shown, authority, uncovered, trouble } = state;
  return {
    source,
    ...told(shown),
    issuer: shown.issuer,
    hosts: [...shown.hosts],
    uncovered: source === "local" ? [...uncovered] : [],
    authority: told(authority),
    trouble,
  };
}

function told({ subject, fingerprint, until }: CertificateFacts) {
  return { subject, fingerprint, until: formatInstant(until) };
}
