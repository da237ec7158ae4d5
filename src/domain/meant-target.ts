import { RAW_PORT } from "./target-kinds.ts";

/* What people write for a printer's address who do not know that it begins with what it is reached by. */

/** A host name or an address, and a port where there is one. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?::(\d{1,5}))?\/?$/i;

/** An IPv6 address as it is written alone: of a host and a port it has more colons. */
const IPV6 = /^[0-9a-f]*:[0-9a-f:.]*:[0-9a-f:.]*$/i;

const SERIAL_PORT = /^(?:COM\d+|\/dev\/tty[^\s?]+)$/i;
const USB_PORT = /^\/dev\/(?:usb\/)?lp\d+$/;

/** The address that was probably meant: whoever names a host means raw printing. @returns `null` where none suggests itself */
export function meantTarget(text: string): string | null {
  const given = text.trim();
  if (USB_PORT.test(given)) return `usb:${given}`;
  if (SERIAL_PORT.test(given)) return `serial:${given}`;
  if (IPV6.test(given)) return `tcp://[${given}]:${RAW_PORT}`;
  const [, host, port = RAW_PORT] = HOST.exec(given) ?? [];
  return host === undefined ? null : `tcp://${host}:${port}`;
}
