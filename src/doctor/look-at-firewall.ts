import type { DoctorRow } from "../contract/doctor.ts";
import { SERVICE_NAMES } from "../service-manager/service-plan.ts";
import { isMissing, type DoctorFacts } from "./doctor-facts.ts";
import { found } from "./findings.ts";

/** The firewall of the machine, as far as this user may look. */
export async function lookAtFirewall(facts: DoctorFacts): Promise<DoctorRow[]> {
  switch (facts.platform) {
    case "win32":
      return [await windows(facts)];
    case "darwin":
      return [await mac(facts)];
    default:
      return [(await firewalld(facts)) ?? (await ufw(facts)) ?? (await nft(facts)) ?? found("firewall.none")];
  }
}

async function windows({ ask, ports }: DoctorFacts): Promise<DoctorRow> {
  const state = await ask("netsh", "advfirewall", "show", "currentprofile", "state");
  if (state.exitCode !== 0) return found("firewall.unknown", "The Windows Firewall");
  // Windows says ON in each language of its own.
  if (/\b(?:OFF|AUS)\b/i.test(state.output)) return found("firewall.none");
  const rule = await ask("netsh", "advfirewall", "firewall", "show", "rule", `name=${SERVICE_NAMES.win32}`);
  if (rule.exitCode === 0) return found("firewall.open", "The Windows Firewall");
  return found(
    "firewall.closed",
    "The Windows Firewall",
    listOf(ports),
    "tillroll service install --firewall open",
  );
}

async function mac({ ask, ports }: DoctorFacts): Promise<DoctorRow> {
  const program = "/usr/libexec/ApplicationFirewall/socketfilterfw";
  const state = await ask(program, "--getglobalstate");
  if (isMissing(state)) return found("firewall.unknown", "The firewall of macOS");
  if (!state.output.includes("enabled")) return found("firewall.none");
  const app = await ask(program, "--getappblocked", process.execPath);
  if (/permitted|not blocked/i.test(app.output)) return found("firewall.open", "The firewall of macOS");
  return found(
    "firewall.closed",
    "The firewall of macOS",
    listOf(ports),
    `${program} --unblockapp ${process.execPath}`,
  );
}

async function firewalld({ ask, ports }: DoctorFacts): Promise<DoctorRow | null> {
  if ((await ask("firewall-cmd", "--state")).exitCode !== 0) return null;
  const open = await ask("firewall-cmd", "--list-ports");
  if (open.exitCode !== 0) return found("firewall.unknown", "firewalld");
  return verdict(
    "firewalld",
    ports,
    openedBy(open.output),
    (port) => `firewall-cmd --permanent --add-port=${port}/tcp`,
  );
}

async function ufw({ ask, ports }: DoctorFacts): Promise<DoctorRow | null> {
  const status = await ask("ufw", "status");
  if (isMissing(status)) return null;
  if (/need to be root|permission/i.test(status.complaint)) return found("firewall.unknown", "ufw");
  if (!/^Status: active/m.test(status.output)) return null;
  const allowed = [...status.output.matchAll(/^(\S+)\s+ALLOW/gm)].map(([, port = ""]) => port).join(" ");
  return verdict("ufw", ports, openedBy(allowed), (port) => `ufw allow ${port}/tcp`);
}

/** Rules of nftables can be anything: whether there are any that refuse is all that is told. */
async function nft({ ask }: DoctorFacts): Promise<DoctorRow | null> {
  const rules = await ask("nft", "list", "ruleset");
  if (isMissing(rules)) return null;
  if (rules.exitCode !== 0) return found("firewall.unknown", "nftables");
  const refuses = /hook input[\s\S]*?(?:policy drop|\b(?:drop|reject)\b)/.test(rules.output);
  return refuses ? found("firewall.unknown", "nftables") : null;
}

/** Whether a port is among some: `9100/tcp`, `9100` or `9100-9110/tcp`. */
function openedBy(list: string): (port: number) => boolean {
  const ranges = [...list.matchAll(/(\d+)(?:[-:](\d+))?(?:\/tcp)?(?=\s|$)/g)].map(([, first, last]) => [
    Number(first),
    Number(last ?? first),
  ]);
  return (port) => ranges.some(([first = 0, last = 0]) => port >= first && port <= last);
}

function verdict(
  firewall: string,
  ports: DoctorFacts["ports"],
  isOpen: (port: number) => boolean,
  command: (port: number) => string,
): DoctorRow {
  const closed = ports.filter(({ port }) => !isOpen(port));
  if (closed.length === 0) return found("firewall.open", firewall);
  return found(
    "firewall.closed",
    firewall,
    listOf(closed),
    closed.map(({ port }) => command(port)).join("; "),
  );
}

function listOf(ports: DoctorFacts["ports"]): string {
  return ports.map(({ port }) => port).join(", ");
}
