import { isIPv4 } from "./address-blocks.ts";

/** The host of a Host header, or of any `HOST[:PORT]`: without the port, the last dot and upper case. */
export function hostOfAuthority(authority: string): string {
  return plainHost(authority.replace(/:\d*$/, ""));
}

/** A host in the form in which hosts are compared. */
export function plainHost(host: string): string {
  return host.trim().toLowerCase().replace(/\.$/, "");
}

/** Whether a host, in its plain form, is an address literal, IPv6 in brackets: no name server can lead it elsewhere. */
export function isAddressLiteral(host: string): boolean {
  return isIPv4(host) || /^\[[0-9a-f:.]+(%[^\]]*)?\]$/.test(host);
}

/** Whether a host, in its plain form, always is the machine that asks (RFC 6761, section 6.3). */
export function isLocalhost(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

/** The names of a machine: as `os.hostname()` tells it, its first label alone, and that in `.local`. */
export function machineNames(hostName: string): string[] {
  const plain = plainHost(hostName);
  const [label = ""] = plain.split(".");
  return label === "" ? [] : [...new Set([plain, label, `${label}.local`])];
}

/** Whether a text can be the name of a host, as `--hostname` takes it. */
export function isHostName(text: string): boolean {
  const label = "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?";
  return text.length <= 253 && new RegExp(`^${label}(\\.${label})*\\.?$`, "i").test(text);
}
