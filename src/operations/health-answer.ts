import type { HealthAnswer } from "../contract/service.ts";
import { VERSION } from "../version.ts";
import type { HealthReport } from "./health.ts";

/** A report as `/healthz` answers it, and as listeners are told it. */
export function healthAnswer({ status, canPrint, components }: HealthReport): HealthAnswer {
  return { status, canPrint, version: VERSION, components };
}
