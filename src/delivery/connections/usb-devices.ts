import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** A USB printer that this machine has now. */
export interface UsbDevice {
  /** `/dev/usb/lp0`: which number it gets depends on what else is plugged in. */
  readonly path: string;
  /** Vendor and product, as `04b8:0202`. */
  readonly productId: string;
  /** `null` where the printer has none. */
  readonly serialNumber: string | null;
  /** Its maker and what that calls it, as far as it says. */
  readonly title: string;
}

/** Where Linux tells of the printers that its driver usblp has; by the kernel's age. */
const CLASSES = ["usbmisc", "usb"];

/** The printers that the kernel's driver usblp has. @param root where the system's files are, `/` but in tests */
export function usbDevices(root = "/"): UsbDevice[] {
  for (const name of CLASSES) {
    const folder = join(root, "sys/class", name);
    const names = namesIn(folder).filter((each) => /^lp\d+$/.test(each));
    if (names.length > 0) return names.toSorted().flatMap((each) => deviceOf(root, folder, each) ?? []);
  }
  return [];
}

function deviceOf(root: string, folder: string, name: string): UsbDevice | null {
  try {
    // The link leads to the interface; what is said of the whole device is one folder up.
    const device = join(realpathSync(join(folder, name, "device")), "..");
    const text = (file: string) => textIn(join(device, file));
    const [vendor, product] = [text("idVendor"), text("idProduct")];
    const title = [text("manufacturer"), text("product")].filter((part) => part !== "").join(" ");
    return {
      path: join(root, "dev/usb", name),
      productId: `${vendor}:${product}`,
      serialNumber: text("serial") || null,
      title: title || "USB printer",
    };
  } catch {
    // It was unplugged in this moment.
    return null;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textIn(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "";
  }
}
