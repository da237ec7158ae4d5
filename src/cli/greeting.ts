import type { App } from "../app.ts";
import { DEFAULT_WIDTH_COLUMNS } from "../domain/limits.ts";
import { sampleReceipt } from "../intake/sample-receipt.ts";
import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import { VERSION } from "../version.ts";

/** What a start tells. */
interface GreetingFacts extends Pick<
  App,
  "address" | "secureAddress" | "port" | "rawPorts" | "trouble" | "firstToken"
> {
  /** Addresses of this machine at which others reach the service. */
  readonly networkAddresses: readonly string[];
  readonly dataFolder: string;
  /** `null` where others than the person at the terminal may read it, such as in a journal. */
  readonly link: string | null;
}

/** What a person wants to see first: where it runs, how to sign in, and how to store a first receipt. */
export function greeting(facts: GreetingFacts): string[] {
  const { address, secureAddress, port, networkAddresses, rawPorts, dataFolder, trouble, link, firstToken } =
    facts;
  return [
    ...(trouble === null
      ? [`Tillroll ${VERSION} is running.`]
      : [`Tillroll ${VERSION} is running, but can store nothing.`, `  ${trouble}`]),
    "",
    `  Dashboard   ${address}/`,
    ...networkAddresses.map((network) => `  On the LAN  http://${network}:${port}/`),
    ...(secureAddress === null
      ? []
      : [`  HTTPS       ${secureAddress}/ (${address}/trust: how devices trust it)`]),
    ...[...rawPorts].map(([name, rawPort]) => `  Printer     this machine, port ${rawPort} (${name})`),
    ...(link === null
      ? [`  Sign in     "tillroll sign-in" makes a one-time link`]
      : [
          `  Sign in     ${link}`,
          `              (works once, for an hour; "tillroll sign-in" makes another)`,
        ]),
    `  Guide       ${address}/guide`,
    `  API         ${address}/docs`,
    `  Data        ${dataFolder}`,
    ...(firstToken === null
      ? []
      : [
          "",
          'This is the first start. Your API token for the workspace "default", shown only now:',
          "",
          `  ${firstToken}`,
          "",
          "Store a first receipt with it:",
          "",
          `  ${sampleCurl(address, firstToken)}`,
        ]),
  ];
}

/** Written with double quotes only, so that it can be pasted into sh and into the Windows prompt alike. */
function sampleCurl(address: string, token: string): string {
  const raw = sampleReceipt(DEFAULT_WIDTH_COLUMNS).toBase64();
  return (
    `curl -H "Authorization: Bearer ${token}" -H "Content-Type: application/json" ` +
    `-d "{\\"label\\":\\"First receipt\\",\\"raw\\":\\"${raw}\\"}" ` +
    `${address}/api/workspace/${DEFAULT_WORKSPACE}/prints/json`
  );
}
