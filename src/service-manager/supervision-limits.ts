/** Times of what starts, watches and stops the service. */
export const SUPERVISION_LIMITS = {
  /** How long the service may say nothing until systemd ends it and starts it again, seconds. */
  watchdogSeconds: 60,
} as const;
