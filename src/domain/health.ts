/** How a part of the service is: as it should be, worse than it should be, or not doing its work. */
export const HEALTH_STATES = ["ok", "degraded", "failed"] as const;

export type HealthState = (typeof HEALTH_STATES)[number];
