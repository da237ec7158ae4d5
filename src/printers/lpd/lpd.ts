import { plainAddress } from "../../domain/address-blocks.ts";
import type { Log } from "../../operations/log.ts";
import { ClientConnections } from "../client-connections.ts";
import type { Listener } from "../listeners.ts";
import type { PrinterEndpoint } from "../printer-endpoint.ts";
import { LpdConnection } from "./lpd-connection.ts";
import { LPD_LIMITS, type LpdLimits } from "./lpd-limits.ts";
import { LpdSocket } from "./lpd-socket.ts";

export { LPD_LIMITS, type LpdLimits } from "./lpd-limits.ts";

export interface LpdOptions {
  /** The printer whose queue this is, whatever its case; `null` when there is none. */
  resolve(queue: string): PrinterEndpoint | null;
  readonly host: string;
  /** TCP port; 0 for any that is free. */
  readonly port: number;
  readonly log: Log;
  readonly limits?: Partial<LpdLimits>;
}

/**
 * Listens for LPD hosts (RFC 1179): one port for all printers, each a queue. Source ports are not looked at: RFC
 * 1179's 721 to 731 protect nothing, and many hosts do not keep to them.
 * @throws what Bun.listen throws when the port cannot be opened, with its `code`
 */
export function listenLpd(options: LpdOptions): Listener {
  const { log, host, port } = options;
  const limits = { ...LPD_LIMITS, ...options.limits };
  const context = { resolve: (queue: string) => options.resolve(queue), log, limits };
  const running = new Map<LpdConnection, Promise<void>>();
  const connections = new ClientConnections(limits.connections, limits.connectionsOfClient);
  const listener = Bun.listen<{ connection?: LpdConnection; lpdSocket?: LpdSocket }>({
    hostname: host,
    port,
    // Without it the host would see our close the moment it closes its sending side, before the print is stored.
    allowHalfOpen: true,
    data: {},
    socket: {
      open(socket) {
        const client = plainAddress(socket.remoteAddress ?? "");
        if (connections.isFull || connections.isFullFor(client)) {
          const details = { client, connections: connections.count };
          log.write("warning", "too many LPD connections at a time", details);
          socket.terminate();
          return;
        }
        const lpdSocket = new LpdSocket(socket, limits.bufferedBytes);
        const connection = new LpdConnection(lpdSocket, client, context);
        socket.data = { connection, lpdSocket };
        connections.enter(client);
        const leave = () => {
          running.delete(connection);
          connections.leave(client);
        };
        running.set(connection, connection.run().finally(leave));
      },
      data: (socket, bytes) => socket.data.lpdSocket?.receive(bytes),
      end: (socket) => socket.data.lpdSocket?.received.end(),
      close: (socket) => socket.data.connection?.lose(),
      error: (socket) => socket.data.connection?.lose(),
      drain: (socket) => socket.data.lpdSocket?.drain(),
    },
  });
  return {
    port: listener.port,
    /** Closes the port and breaks connections; done when what they had brought is stored. */
    async stop() {
      listener.stop();
      for (const connection of running.keys()) connection.stop();
      await Promise.all(running.values());
    },
  };
}
