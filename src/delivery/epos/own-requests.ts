/**
 * A header on our own requests to printers, other at each start. A printer of ours that is named as its own target by
 * ePOS-Print would print each print again for ever; by this header it sees that the request is its own.
 */
export const OWN_REQUEST_HEADER = "Tillroll-Service";

/** Its value. */
export const OWN_REQUEST_KEY: string = crypto.randomUUID();
