import type { AppOptions } from "../app.ts";
import { ADDRESS_BLOCK, PORT } from "../configuration/value-kinds.ts";
import { STANDARD_WEB_PORTS, type WebPort } from "../domain/protocols.ts";
import { type GivenOptions, type Option, UsageError } from "./options.ts";

const HTTPS_PORT = {
  name: "https-port",
  value: "N",
  help: "Port for HTTPS, opened where it is free; one that is given must be. 0: none.",
  kind: PORT,
  default: 9443,
} as const;

const TRUSTED_PROXY = {
  name: "trusted-proxy",
  value: "ADDRESS",
  help: "A reverse proxy whose X-Forwarded headers count: an address, or a block of them; repeatable.",
  repeatable: true,
  kind: ADDRESS_BLOCK,
  default: [],
} as const;

/** The options of ports for web pages. */
const WEB_PORT_OPTIONS = [
  webPortOption("epos-https-port", true),
  webPortOption("epos-http-port", false),
] as const;

function webPortOption(name: string, isSecure: boolean) {
  const protocol = isSecure ? "HTTPS" : "HTTP";
  return {
    name,
    isSecure,
    value: "N",
    help:
      `Port for web pages that print by ${protocol}, beside the others, opened where it is free; one that is given ` +
      "must be. 0: none; repeatable.",
    repeatable: true,
    kind: PORT,
    default: STANDARD_WEB_PORTS.filter((each) => each.isSecure === isSecure).map(({ port }) => port),
  } as const;
}

/** What any service takes about HTTPS. */
export const OWN_HTTPS_OPTIONS: readonly Option[] = [
  HTTPS_PORT,
  {
    name: "require-https",
    help: "Answer the dashboard and the API by HTTPS alone; printers keep HTTP.",
  },
  TRUSTED_PROXY,
];

/** What `serve` takes about HTTPS, and ports for web pages. */
export const HTTPS_OPTIONS: readonly Option[] = [...OWN_HTTPS_OPTIONS, ...WEB_PORT_OPTIONS];

/** Where the service answers by HTTPS, and who must. @throws UsageError */
export function httpsOf(given: GivenOptions): Pick<AppOptions, "https" | "requireHttps" | "trustedProxies"> {
  const port = given.value(HTTPS_PORT);
  const trustedProxies = given.values(TRUSTED_PROXY);
  const requireHttps = given.has("require-https");
  if (requireHttps && port === 0 && trustedProxies.length === 0)
    throw new UsageError(
      "--require-https needs HTTPS: a port by --https-port, or a --trusted-proxy that has it.",
    );
  // Who wants nothing else must get it.
  const isAsked = given.has(HTTPS_PORT.name) || (requireHttps && trustedProxies.length === 0);
  return { https: { port, isAsked }, requireHttps, trustedProxies };
}

/** The ports for web pages. @throws UsageError */
export function webPortsOf(given: GivenOptions): WebPort[] {
  return WEB_PORT_OPTIONS.flatMap((option) => {
    const isAsked = given.has(option.name);
    const ports = given.values<number>(option).filter((port) => port !== 0);
    return ports.map((port) => ({ port, isSecure: option.isSecure, isAsked }));
  });
}
