import type { StreamTarget, TargetOf } from "../../domain/target.ts";
import type { ConnectionEvents, PrinterConnection } from "./connection.ts";
import { TcpConnection } from "./tcp-connection.ts";

type Open<Kind extends StreamTarget["kind"]> = (
  target: TargetOf<Kind>,
  milliseconds: number,
  events: ConnectionEvents,
) => Promise<PrinterConnection>;

/** How each kind of target that is a stream of bytes is opened. */
const OPENERS: { readonly [Kind in StreamTarget["kind"]]: Open<Kind> } = {
  tcp: ({ host, port }, milliseconds, events) => TcpConnection.open(host, port, milliseconds, events),
};

/** Opens the way to a printer. @param milliseconds how long that may take @throws ConnectError */
export function openConnection<Kind extends StreamTarget["kind"]>(
  target: TargetOf<Kind>,
  milliseconds: number,
  events: ConnectionEvents,
): Promise<PrinterConnection> {
  const open: Open<Kind> = OPENERS[target.kind];
  return open(target, milliseconds, events);
}
