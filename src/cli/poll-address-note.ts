import { networkAddresses } from "../platform/network.ts";
import type { PrinterRecords } from "./printer-records.ts";
import { DEFAULT_PORT } from "./listening-options.ts";

/** Makes the address that a real printer asks for its prints, and tells what to do with it. */
export async function pollAddressNote(records: PrinterRecords, name: string): Promise<string> {
  const path = await records.makePollPath(name);
  const port = records.serviceAddress === null ? DEFAULT_PORT : new URL(records.serviceAddress).port;
  const [host = "THIS-MACHINE"] = networkAddresses();
  return (
    `Set this address in the real printer; it is not shown again:\n` +
    `http://${host.includes(":") ? `[${host}]` : host}:${port}${path}`
  );
}
