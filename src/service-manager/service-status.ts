import type { ServicePorts } from "../domain/port-conflict.ts";
import { findService, type RunningService } from "../platform/running-service.ts";
import type { InstalledService, ServiceManager, ServiceState } from "./service-manager.ts";
import { SUPERVISION_LIMITS } from "./supervision-limits.ts";

/** Where a service is that has the standard settings; its note says it exactly, and only its administrators may read that. */
const USUAL_ADDRESS = "http://localhost:9180";

/** What `/healthz` answers, as far as it is shown. */
interface HealthAnswer {
  readonly status: string;
  readonly canPrint: boolean;
  readonly version: string;
  readonly components: Readonly<Record<string, HealthComponent>>;
}

interface HealthComponent {
  readonly state: string;
  readonly message: string;
  /** Of the component `ports`: those of printers, and those that all printers share. */
  readonly details?: { readonly ports?: readonly ListeningPort[] };
}

interface ListeningPort {
  /** The printer that has it for itself; `null` where it is for all. */
  readonly printer: string | null;
  readonly protocol: string;
  readonly port: number;
  readonly isOpen: boolean;
}

/** What there is to say of a service that is installed, a line each. */
export async function statusLines(
  manager: ServiceManager,
  { dataFolder, file }: InstalledService,
  { kind, words, since, processId }: ServiceState,
): Promise<string[]> {
  const note = findService(dataFolder);
  const address = note?.address ?? USUAL_ADDRESS;
  const health = kind === "running" ? await healthAt(address) : null;
  const rows: readonly (readonly [string, string | null])[] = [
    ["Service", `${kind}, by ${manager.title} (${file})`],
    ["State", words],
    ["Since", since],
    ["Process", processId === null ? null : String(processId)],
    ["Version", health?.version ?? null],
    ["Dashboard", health === null ? null : `${address}/`],
    ["Ports", kind === "running" ? portsText(note?.ports ?? null, health) : null],
    ["Data", dataFolder],
    ...healthRows(note, address, kind, health),
  ];
  return rows.flatMap(([title, value]) =>
    value === null || value === "" ? [] : [`${title.padEnd(11)}${value}`],
  );
}

function healthRows(
  note: RunningService | null,
  address: string,
  kind: ServiceState["kind"],
  health: HealthAnswer | null,
): readonly (readonly [string, string | null])[] {
  if (kind !== "running") return [];
  if (health === null)
    return [
      [
        "Health",
        note === null
          ? `it does not answer at ${address}; as administrator this command knows where it is`
          : `it does not answer at ${address}`,
      ],
    ];
  const troubles = Object.entries(health.components).filter(([, { state }]) => state !== "ok");
  return [
    [
      "Health",
      health.status === "ok"
        ? "ok: tills can print"
        : `${health.status}: tills ${health.canPrint ? "can" : "cannot"} print`,
    ],
    ...troubles.map(([name, { message }]) => ["", `${name}: ${message}`] as const),
  ];
}

async function healthAt(address: string): Promise<HealthAnswer | null> {
  // By its number first: not every system finds its own name quickly.
  const addresses = new Set([address.replace("//localhost:", "//127.0.0.1:"), address]);
  for (const base of addresses) {
    try {
      const signal = AbortSignal.timeout(SUPERVISION_LIMITS.answerMilliseconds);
      const response = await fetch(`${base}/healthz`, { signal });
      return (await response.json()) as HealthAnswer;
    } catch {
      // Nothing answers there.
    }
  }
  return null;
}

/** The ports of a service by what they are for, such as `http 9180, raw 9100 (receipt)`; those that health tells are open. */
function portsText(ports: ServicePorts | null, health: HealthAnswer | null): string {
  const texts = new Map<number, string>();
  for (const [name, given] of Object.entries(ports ?? {}))
    for (const port of [given].flat())
      if (typeof port === "number" && port > 0) texts.set(port, `${name} ${port}`);
  for (const { printer, protocol, port, isOpen } of health?.components["ports"]?.details?.ports ?? []) {
    const owner = printer === null ? "" : ` (${printer})`;
    if (isOpen) texts.set(port, `${protocol} ${port}${owner}`);
    else texts.delete(port);
  }
  return [...texts.values()].join(", ");
}
