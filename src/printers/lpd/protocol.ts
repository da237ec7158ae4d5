import type { PrintingProtocol } from "../protocol.ts";
import { listenLpd } from "./lpd.ts";

/** LPD: each printer is a queue of one port. */
export const protocol: PrintingProtocol = {
  listen: ({ printers, log }, { host, port }) =>
    listenLpd({ resolve: (queue) => printers.find(queue), host, port, log }),
};
