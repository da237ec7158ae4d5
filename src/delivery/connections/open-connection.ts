import type { StreamTarget, TargetOf } from "../../domain/target.ts";
import { ConnectError, type ConnectionEvents, type PrinterConnection } from "./connection.ts";
import { DeviceConnection } from "./device-connection.ts";
import { deviceCause, type DevicePort } from "./device-port.ts";
import { openSerialPort } from "./serial-port.ts";
import { TcpConnection } from "./tcp-connection.ts";
import { openUsbPort } from "./usb-port.ts";
import { openComPort } from "../windows/com-port.ts";

type Open<Kind extends StreamTarget["kind"]> = (
  target: TargetOf<Kind>,
  milliseconds: number,
  events: ConnectionEvents,
) => Promise<PrinterConnection>;

/** How each kind of target that is a stream of bytes is opened. */
const OPENERS: { readonly [Kind in StreamTarget["kind"]]: Open<Kind> } = {
  tcp: ({ host, port }, milliseconds, events) => TcpConnection.open(host, port, milliseconds, events),
  usb: (target, _milliseconds, events) => openDevice(() => openUsbPort(target), events),
  serial: ({ path, line }, _milliseconds, events) => openDevice(() => openLine(path, line), events),
};

const openLine = process.platform === "win32" ? openComPort : openSerialPort;

/** Opens the way to a printer. @param milliseconds how long that may take @throws ConnectError */
export function openConnection<Kind extends StreamTarget["kind"]>(
  target: TargetOf<Kind>,
  milliseconds: number,
  events: ConnectionEvents,
): Promise<PrinterConnection> {
  const open: Open<Kind> = OPENERS[target.kind];
  return open(target, milliseconds, events);
}

/** Opens a device of this machine, which answers at once. @throws ConnectError */
export async function openDevice(
  open: () => DevicePort | Promise<DevicePort>,
  events: ConnectionEvents,
): Promise<PrinterConnection> {
  try {
    return new DeviceConnection(await open(), events);
  } catch (error) {
    throw error instanceof ConnectError ? error : new ConnectError(deviceCause(error));
  }
}
