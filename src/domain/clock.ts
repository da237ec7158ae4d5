/**
 * A clock for timestamps: epoch milliseconds, UTC. It can be set forwards and backwards, so it measures no durations; the
 * type keeps it from being used as a {@link MonotonicClock}. Tests pass their own.
 */
export type Clock = (() => number) & { readonly tells?: "the time of day" };

/**
 * What durations are measured with: milliseconds since some moment, ascending whatever the machine's clock is set to. Its
 * readings are not to be stored, nor compared with those of another process or thread. Tests pass their own.
 */
export type MonotonicClock = (() => number) & { readonly tells?: "how much time has passed" };

/** The machine's clock. It may jump; what is stored is dated by a `TrustedClock`. */
export const systemClock: Clock = () => Date.now();

/** The monotonic clock of this thread. */
export const monotonicClock: MonotonicClock = () => performance.now();
