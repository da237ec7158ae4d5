import type { Clock } from "../domain/clock.ts";
import { formatInstant } from "../domain/instant.ts";
import type { ComponentHealth, HealthComponent } from "../operations/health.ts";
import { CERTIFICATE_LIMITS } from "./certificate-limits.ts";
import type { Certificates } from "./certificates.ts";

/** Whether clients by HTTPS are shown a certificate that they can trust. Printers print without it. */
export function certificatesHealth(certificates: Certificates, clock: Clock): HealthComponent {
  return { name: "certificate", isNeededToPrint: false, look: () => lookAt(certificates, clock()) };
}

function lookAt({ state }: Certificates, now: number): ComponentHealth {
  const { source, shown, authority, trouble } = state;
  const until = formatInstant(shown.until);
  const details = { source, until, fingerprint: shown.fingerprint };
  const degraded = (message: string): ComponentHealth => ({ state: "degraded", message, details });
  if (trouble !== null) return degraded(trouble);
  const isNear = (end: number) => now >= end - CERTIFICATE_LIMITS.warnMilliseconds;
  if (source === "own" && isNear(shown.until))
    return degraded(`Your certificate ends ${until}; renew it where it comes from.`);
  if (source === "local" && isNear(authority.until)) {
    const advice =
      'make a new one with "tillroll certificate renew --authority", which devices must trust anew';
    return degraded(`The local authority ends ${formatInstant(authority.until)}; ${advice}.`);
  }
  return { state: "ok", message: `The certificate is good until ${until}.`, details };
}
