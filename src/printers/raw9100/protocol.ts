import type { PrintingProtocol } from "../protocol.ts";
import { listenRaw } from "./raw9100.ts";

/** Raw printing: bytes by TCP, answered as a receipt printer does. */
export const protocol: PrintingProtocol = {
  listen({ log }, { host, port, printer }) {
    if (printer === null) throw new Error("a raw port is one printer's");
    return listenRaw({ endpoint: printer, host, port, log });
  },
};
