/** Beyond this Bun itself refuses a body; every operation has its own, smaller limit. */
const MAXIMUM_BODY_BYTES = 2 ** 40;

/** Connections that say nothing for this long are closed, seconds. */
const IDLE_TIMEOUT_SECONDS = 60;

/** How every HTTP port of the service listens. */
export const LISTENING = {
  // Elysia would quietly drop or change what a schema does not name; a tag named __proto__ is a tag.
  normalize: false,
  // Elysia would let a second service of the same user listen on the port too, and share its prints.
  serve: { maxRequestBodySize: MAXIMUM_BODY_BYTES, idleTimeout: IDLE_TIMEOUT_SECONDS, reusePort: false },
} as const;
