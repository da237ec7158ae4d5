import { STANDARD_WEB_PORTS } from "../domain/protocols.ts";
import { commandText, type RunCommand } from "./run-command.ts";
import { SERVICE_NAMES } from "./service-plan.ts";

/** Multicast DNS, by which printers are found (RFC 6762). */
const MDNS_PORT = 5353;

/** What has to be done so that tills reach the service. */
export interface FirewallAdvice {
  /** The firewall; `null` where none that is known runs. */
  readonly firewall: string | null;
  /** The commands that open it. */
  readonly commands: readonly (readonly string[])[];
}

/** The ports that a service with the standard settings has, and those given. */
export function firewallPorts(tcp: readonly number[]): readonly string[] {
  const ports = [...tcp, ...STANDARD_WEB_PORTS.map(({ port }) => port)].filter((port) => port > 0);
  const numbers = [...new Set(ports)].toSorted((one, other) => one - other);
  return [...numbers.map((port) => `${port}/tcp`), `${MDNS_PORT}/udp`];
}

/** What opens the firewall that runs here. @param executable that Windows' and macOS' firewalls let through as a whole */
export function firewallAdvice(
  run: RunCommand,
  platform: NodeJS.Platform,
  executable: string,
  ports: readonly string[],
): FirewallAdvice {
  if (platform === "win32") return { firewall: "Windows Firewall", commands: [windowsRule(executable)] };
  if (platform === "darwin") {
    const program = "/usr/libexec/ApplicationFirewall/socketfilterfw";
    const isOn = run(program, "--getglobalstate").output.includes("enabled");
    const commands = [
      [program, "--add", executable],
      [program, "--unblockapp", executable],
    ];
    return isOn ? { firewall: "macOS' firewall", commands } : NO_FIREWALL;
  }
  if (run("firewall-cmd", "--state").exitCode === 0) {
    const open = ["firewall-cmd", "--permanent", ...ports.map((port) => `--add-port=${port}`)];
    return { firewall: "firewalld", commands: [open, ["firewall-cmd", "--reload"]] };
  }
  if (/^Status: active/m.test(run("ufw", "status").output)) {
    const commands = ports.map((port) => ["ufw", "allow", port, "comment", SERVICE_NAMES.win32]);
    return { firewall: "ufw", commands };
  }
  return NO_FIREWALL;
}

const NO_FIREWALL: FirewallAdvice = { firewall: null, commands: [] };

/** The rule for the networks that Windows takes for private ones, and for those of a domain. */
function windowsRule(executable: string): string[] {
  const rule = [`name=${SERVICE_NAMES.win32}`, "dir=in", "action=allow", `program=${executable}`];
  return [...WINDOWS_RULES, "add", "rule", ...rule, "enable=yes", "profile=private,domain"];
}

const WINDOWS_RULES = ["netsh", "advfirewall", "firewall"];

/** Removes the rule of Windows; there may be none. */
export function closeWindowsFirewall(run: RunCommand): void {
  const [program = "", ...words] = WINDOWS_RULES;
  run(program, ...words, "delete", "rule", `name=${SERVICE_NAMES.win32}`);
}

/** Opens the firewall. @returns what was done, or what a person has to do, in sentences */
export function openFirewall(run: RunCommand, { firewall, commands }: FirewallAdvice): string[] {
  if (firewall === null) return [];
  const failed = commands.filter(([program = "", ...words]) => run(program, ...words).exitCode !== 0);
  if (failed.length === 0) return [`${firewall} lets tills through.`];
  return [
    `${firewall} could not be opened; do it by ${failed.map((words) => `"${commandText(words)}"`).join(" and ")}.`,
  ];
}

/** What a person has to do, in sentences. */
export function tellFirewall({ firewall, commands }: FirewallAdvice): string[] {
  if (firewall === null) return [];
  return [
    `${firewall} keeps tills out until it is opened: add --firewall open, or run`,
    ...commands.map((words) => `  ${commandText(words)}`),
  ];
}
