/** Where the domain takes the time from: epoch milliseconds, UTC. Tests pass their own. */
export type Clock = () => number;

/** The machine's clock. It may jump back; whoever needs an ascending time must see to it. */
export const systemClock: Clock = () => Date.now();
