import { systemCode } from "./system-error.ts";

/** A port that the owner asked for cannot be opened. */
export class PortFault extends Error {
  override readonly name = "PortFault";
  /** The system's, such as EADDRINUSE. */
  readonly code: string;

  /** @param option of the command line that names the port, such as `https-port` */
  constructor(
    readonly port: number,
    readonly option: string,
    cause: unknown,
  ) {
    super(`port ${port} cannot be opened: ${String(cause)}`, { cause });
    this.code = systemCode(cause);
  }
}
