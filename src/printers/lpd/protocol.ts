import { plainAddress } from "../../domain/address-blocks.ts";
import { ClientConnections } from "../client-connections.ts";
import type { Listener } from "../listeners.ts";
import type { PrintingProtocol } from "../protocol.ts";
import { LpdConnection, type LpdContext } from "./lpd-connection.ts";
import { LPD_LIMITS, type LpdLimits } from "./lpd-limits.ts";
import { LpdSocket } from "./lpd-socket.ts";

/** LPD: each printer is a queue of one port. */
export const protocol: PrintingProtocol = {
  listen: ({ printers, log }, { host, port }) =>
    listenLpd({ resolve: (queue) => printers.find(queue), host, port, log }),
};

interface LpdOptions extends Omit<LpdContext, "limits"> {
  readonly host: string;
  /** TCP port; 0 for any that is free. */
  readonly port: number;
  readonly limits?: Partial<LpdLimits>;
}

/**
 * Listens for LPD hosts (RFC 1179): one port for all printers, each a queue. Source ports are not looked at: RFC
 * 1179's 721 to 731 protect nothing, and many hosts do not keep to them.
 * @throws what Bun.listen throws when the port cannot be opened, with its `code`
 */
export function listenLpd({ host, port, ...options }: LpdOptions): Listener {
  const limits = { ...LPD_LIMITS, ...options.limits };
  const context = { ...options, limits };
  const running = new Map<LpdConnection, Promise<void>>();
  const clients = new ClientConnections(limits.connections, limits.connectionsOfClient);
  const listener = Bun.listen<{ connection?: LpdConnection }>({
    hostname: host,
    port,
    // Without it the host would see our close the moment it closes its sending side, before the print is stored.
    allowHalfOpen: true,
    data: {},
    socket: {
      open(socket) {
        const client = plainAddress(socket.remoteAddress ?? "");
        if (clients.isFull || clients.isFullFor(client)) {
          const details = { client, connections: clients.count };
          options.log.write("warning", "too many LPD connections at a time", details);
          socket.terminate();
          return;
        }
        const connection = new LpdConnection(new LpdSocket(socket, limits.bufferedBytes), client, context);
        socket.data = { connection };
        clients.enter(client);
        const leave = () => {
          running.delete(connection);
          clients.leave(client);
        };
        running.set(connection, connection.run().finally(leave));
      },
      data: (socket, bytes) => socket.data.connection?.socket.receive(bytes),
      end: (socket) => socket.data.connection?.socket.endReceiving("end"),
      close: (socket) => socket.data.connection?.lose(),
      error: (socket) => socket.data.connection?.lose(),
      drain: (socket) => socket.data.connection?.socket.drain(),
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
