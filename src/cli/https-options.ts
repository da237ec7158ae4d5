import type { AppOptions } from "../app.ts";
import { isAddressBlock } from "../domain/address-blocks.ts";
import { STANDARD_WEB_PORTS, type WebPort } from "../domain/protocols.ts";
import { type GivenOptions, type Option, UsageError } from "./options.ts";

export const DEFAULT_HTTPS_PORT = 9443;
const LARGEST_PORT = 65_535;

/** The options of ports for web pages. */
const WEB_PORT_OPTIONS = [
  { name: "epos-https-port", isSecure: true },
  { name: "epos-http-port", isSecure: false },
] as const;

function standardPorts(isSecure: boolean): number[] {
  return STANDARD_WEB_PORTS.filter((each) => each.isSecure === isSecure).map(({ port }) => port);
}

/** What `serve` takes about HTTPS, and ports for web pages. */
export const HTTPS_OPTIONS: readonly Option[] = [
  {
    name: "https-port",
    value: "N",
    help: `Port for HTTPS; by default ${DEFAULT_HTTPS_PORT}, where it is free. 0: none.`,
  },
  {
    name: "require-https",
    help: "Answer the dashboard and the API by HTTPS alone; printers keep HTTP.",
  },
  {
    name: "trusted-proxy",
    value: "ADDRESS",
    help: "A reverse proxy whose X-Forwarded headers count: an address, or a block of them; repeatable.",
    repeatable: true,
  },
  ...WEB_PORT_OPTIONS.map(({ name, isSecure }) => ({
    name,
    value: "N",
    help:
      `Port for web pages that print by ${isSecure ? "HTTPS" : "HTTP"}, beside the others; by default ` +
      `${standardPorts(isSecure).join(" and ")}, where free. 0: none; repeatable.`,
    repeatable: true,
  })),
];

/** Where the service answers by HTTPS, and who must. @throws UsageError */
export function httpsOf(given: GivenOptions): Pick<AppOptions, "https" | "requireHttps" | "trustedProxies"> {
  const asked = given.integer("https-port", 0, LARGEST_PORT);
  const trustedProxies = given.all("trusted-proxy").map((block) => block.trim());
  const wrong = trustedProxies.find((block) => !isAddressBlock(block));
  if (wrong !== undefined)
    throw new UsageError(
      `--trusted-proxy ${wrong} must be an address such as 127.0.0.1, or a block such as 10.0.0.0/8.`,
    );
  const requireHttps = given.has("require-https");
  if (requireHttps && asked === 0 && trustedProxies.length === 0)
    throw new UsageError(
      "--require-https needs HTTPS: a port by --https-port, or a --trusted-proxy that has it.",
    );
  // Who wants nothing else must get it.
  const isAsked = asked !== null || (requireHttps && trustedProxies.length === 0);
  return { https: { port: asked ?? DEFAULT_HTTPS_PORT, isAsked }, requireHttps, trustedProxies };
}

/** The ports for web pages. @throws UsageError */
export function webPortsOf(given: GivenOptions): WebPort[] {
  return WEB_PORT_OPTIONS.flatMap(({ name, isSecure }) => {
    const asked = given.integers(name, 0, LARGEST_PORT);
    const ports = asked ?? standardPorts(isSecure);
    return ports.flatMap((port) => (port === 0 ? [] : [{ port, isSecure, isAsked: asked !== null }]));
  });
}
