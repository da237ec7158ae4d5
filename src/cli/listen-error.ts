import { TillrollError } from "../domain/errors.ts";
import { PortFault } from "../platform/port-fault.ts";
import { systemCode } from "../platform/system-error.ts";

/** Ports below it need a right on most systems. */
const FIRST_FREE_PORT = 1024;

/**
 * What was wrong with where a service was to listen, and what to do.
 * @param error what listening threw
 * @returns what to throw instead: the error itself when it is about something else
 */
export function listenError(error: unknown, given: { host: string; port: number }): unknown {
  const { host } = given;
  const { port, option } = error instanceof PortFault ? error : { port: given.port, option: "port" };
  switch (systemCode(error)) {
    case "EINVAL":
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "ENXIO":
    case "EAFNOSUPPORT":
      return unavailable(
        `This machine has no address "${host}" to listen on. Give --host one that it has: 0.0.0.0 for all of them, ` +
          "127.0.0.1 for this machine alone.",
      );
    case "EACCES":
    case "EPERM":
      return unavailable(
        `This user may not open port ${port}; choose one from ${FIRST_FREE_PORT} on with --${option}, or give Tillroll the ` +
          "right to it (see Operating in the guide).",
      );
    case "EADDRINUSE":
      return unavailable(
        `Port ${port} is in use by another program, perhaps another Tillroll: stop that one, or choose another port ` +
          `with --${option}.`,
      );
    default:
      return error;
  }
}

function unavailable(message: string): TillrollError {
  return new TillrollError("STORAGE_UNAVAILABLE", message);
}
