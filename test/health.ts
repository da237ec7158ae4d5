import type { ComponentHealth, HealthReport } from "../src/operations/health.ts";
import type { Service } from "./service.ts";

/** What `GET /healthz` answers. */
export interface HealthAnswer extends HealthReport {
  readonly httpStatus: number;
  readonly version: string;
}

/** How long a service may take to notice what has happened to it, milliseconds: machines that test are busy. */
const NOTICE_MILLISECONDS = 25_000;

export async function healthOf(service: Service): Promise<HealthAnswer> {
  const response = await service.fetch("/healthz", { token: null });
  const report = (await response.json()) as HealthReport & { readonly version: string };
  return { ...report, httpStatus: response.status };
}

/**
 * Waits until a part of a service is in a state.
 * @param patience how long, milliseconds
 * @returns what the service says then
 */
export async function untilComponent(
  service: Service,
  name: string,
  state: ComponentHealth["state"],
  patience = NOTICE_MILLISECONDS,
): Promise<HealthAnswer> {
  const deadline = performance.now() + patience;
  for (;;) {
    const health = await healthOf(service);
    if (health.components[name]?.state === state) return health;
    if (performance.now() > deadline)
      throw new Error(`${name} is never ${state}: ${JSON.stringify(health)}\n${service.logged}`);
    await Bun.sleep(50);
  }
}
