/**
 * Why a port is not open, for whoever says it in another language. `in-use`: another program has it. `not-allowed`: this user
 * may not open it. `no-address`: this machine does not have the address.
 */
export const PORT_FAULTS = ["in-use", "not-allowed", "no-address", "other"] as const;

export type PortFault = (typeof PORT_FAULTS)[number];
