import type { PrinterStatus } from "../../domain/printer-status.ts";
import type { TargetOf } from "../../domain/target.ts";
import { systemCode } from "../../platform/system-error.ts";
import { SystemCallThread } from "../system-calls/system-call-thread.ts";
import { ConnectError } from "./connection.ts";
import type { DevicePort } from "./device-port.ts";
import { DeviceFile } from "./file-descriptor.ts";
import { usbDevices } from "./usb-devices.ts";

const NOTHING = new Uint8Array(0);

const statusThread = new SystemCallThread();

/** A USB printer of the kernel's driver usblp. */
class UsbPort implements DevicePort {
  private isReadable = true;

  constructor(private readonly file: DeviceFile) {}

  read(): Uint8Array {
    if (!this.isReadable) return NOTHING;
    try {
      // An empty packet is no end: such printers send them.
      return this.file.read() ?? NOTHING;
    } catch (error) {
      // A printer that has only the way to it.
      if (systemCode(error) !== "EINVAL") throw error;
      this.isReadable = false;
      return NOTHING;
    }
  }

  write(bytes: Uint8Array): number {
    return this.file.write(bytes);
  }

  /** The driver throws away a packet that is still under way when the device is closed; how long it is it does not tell. */
  unsent(): number {
    return this.file.isWritable() ? 0 : 1;
  }

  discard(): void {}

  async status(): Promise<PrinterStatus | null> {
    try {
      return await statusThread.call("readUsbPortStatus", this.file.descriptor);
    } catch {
      // The Worker died: nothing is known, which is no reason not to print.
      return null;
    }
  }

  close(): void {
    this.file.close();
  }
}

/** Opens a USB printer, wherever it is plugged in. @param root where the system's files are @throws a system error, ConnectError */
export function openUsbPort({ by, id }: TargetOf<"usb">, root = "/"): DevicePort {
  if (by === "path") return new UsbPort(DeviceFile.open(id));
  const found = usbDevices(root).filter(
    (device) => (by === "serial number" ? device.serialNumber : device.productId) === id,
  );
  const [device] = found;
  if (device === undefined) throw new ConnectError("it is not plugged in");
  if (found.length > 1) throw new ConnectError(`there are ${found.length} of the ${by} ${id}`);
  return new UsbPort(DeviceFile.open(device.path));
}
