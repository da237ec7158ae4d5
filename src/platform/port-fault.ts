import { reasonOf, systemCode } from "./system-error.ts";

/** A port cannot be opened. */
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
    const code = systemCode(cause);
    const reason = code === "EADDRINUSE" ? "it is in use by another program" : reasonOf(cause);
    super(`Port ${port} cannot be opened: ${reason}.`, { cause });
    this.code = code;
  }
}
