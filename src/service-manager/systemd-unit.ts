import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { STORAGE_LIMITS } from "../domain/storage-limits.ts";
import { SUPERVISION_LIMITS } from "./supervision-limits.ts";
import { serveWords, SERVICE_NAMES, type ServicePlan } from "./service-plan.ts";

/** The unit's file. */
export const UNIT_FILE = `${SERVICE_NAMES.linux}.service`;

/** Where systemd keeps the data of services by itself, with their owner's rights (`StateDirectory=`). */
const STATE_FOLDERS = "/var/lib/";

/** How long systemd waits for a stop before it kills: well above the service's own limit, seconds. */
const STOP_SECONDS = STORAGE_LIMITS.stopMilliseconds / MILLISECONDS_PER_SECOND + 22;

/** Exit code of a wrong command line: starting again does not mend it. */
const EXIT_USAGE = 2;

/**
 * The devices of printers by their major numbers (Linux, devices.txt): a name such as `char-ttyUSB` counts only when its
 * module was loaded before the service started.
 */
const DEVICE_MAJORS: Readonly<Record<string, number>> = {
  "printers at a parallel port": 6,
  "printers at USB": 180,
  "serial ports": 4,
  "serial ports at USB (ACM)": 166,
  "serial ports at USB": 188,
};

/**
 * The systemd unit of the service (systemd.exec(5), systemd.service(5)): its own user, started again after a failure, watched,
 * and with no more rights than it needs. Bun compiles while it runs, so memory may be written and executed.
 */
export function systemdUnit(plan: ServicePlan): string {
  const { executable, user, dataFolder } = plan;
  const command = [executable, ...serveWords(plan)].map(unitWord).join(" ");
  return `${[
    "[Unit]",
    "Description=Tillroll print spooler",
    "Documentation=http://localhost:9180/guide",
    // It listens on all addresses and needs none to begin: tills print as soon as the machine is up.
    "After=network.target cups.service",
    // A disk that comes late must not be the end of it.
    "StartLimitIntervalSec=0",
    ...(isBelow(dataFolder, STATE_FOLDERS) ? [] : [`RequiresMountsFor=${unitWord(dataFolder)}`]),
    "",
    "[Service]",
    "Type=notify",
    "NotifyAccess=main",
    `ExecStart=${command}`,
    `User=${user}`,
    `Group=${user}`,
    "Restart=on-failure",
    "RestartSec=2",
    `RestartPreventExitStatus=${EXIT_USAGE}`,
    `WatchdogSec=${SUPERVISION_LIMITS.watchdogSeconds}`,
    `TimeoutStopSec=${STOP_SECONDS}`,
    "LimitNOFILE=65536",
    "OOMScoreAdjust=-500",
    "UMask=0077",
    "",
    ...folders(plan),
    "",
    ...HARDENING,
    ...Object.entries(DEVICE_MAJORS).flatMap(([name, major]) => [
      `# ${name}`,
      `DeviceAllow=char-${major} rw`,
    ]),
    "",
    "[Install]",
    "WantedBy=multi-user.target",
  ].join("\n")}\n`;
}

/** What is closed to it. A stop keeps what it does not need from whoever may break in through a print. */
const HARDENING: readonly string[] = [
  "AmbientCapabilities=CAP_NET_BIND_SERVICE",
  "CapabilityBoundingSet=CAP_NET_BIND_SERVICE",
  "NoNewPrivileges=yes",
  "ProtectSystem=strict",
  "PrivateTmp=yes",
  "ProtectKernelTunables=yes",
  "ProtectKernelModules=yes",
  "ProtectKernelLogs=yes",
  "ProtectControlGroups=yes",
  "ProtectClock=yes",
  "ProtectProc=invisible",
  "RestrictNamespaces=yes",
  "RestrictRealtime=yes",
  "RestrictSUIDSGID=yes",
  "LockPersonality=yes",
  "RemoveIPC=yes",
  "KeyringMode=private",
  // Netlink tells the machine's addresses.
  "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK",
  "SystemCallArchitectures=native",
  "SystemCallFilter=@system-service",
  "SystemCallFilter=~@privileged",
  "SystemCallErrorNumber=EPERM",
  "DevicePolicy=closed",
];

/** Where it may write. */
function folders({ dataFolder, writableFolders = [] }: ServicePlan): string[] {
  const state = isBelow(dataFolder, STATE_FOLDERS) ? dataFolder.slice(STATE_FOLDERS.length) : null;
  const writable = [...(state === null ? [dataFolder] : []), ...writableFolders];
  const isAtHome = writable.some((folder) =>
    ["/home/", "/root/", "/run/user/"].some((home) => isBelow(folder, home)),
  );
  return [
    ...(state === null ? [] : [`StateDirectory=${unitWord(state)}`, "StateDirectoryMode=0700"]),
    `LogsDirectory=${SERVICE_NAMES.linux}`,
    "LogsDirectoryMode=0750",
    `ConfigurationDirectory=${SERVICE_NAMES.linux}`,
    ...writable.map((folder) => `ReadWritePaths=${unitWord(folder)}`),
    `ProtectHome=${isAtHome ? "no" : "yes"}`,
  ];
}

function isBelow(folder: string, parent: string): boolean {
  return folder.startsWith(parent) && folder.length > parent.length;
}

/** A word as a unit has it (systemd.syntax(7), systemd.service(5) "COMMAND LINES"): `%` and `$` mean something there. */
function unitWord(word: string): string {
  const plain = word.replaceAll("%", "%%").replaceAll("$", "$$$$");
  if (/^[\w./:=@%$,+-]+$/.test(plain)) return plain;
  return `"${plain.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}

/** The data folder that a unit of {@link systemdUnit} names; `null` where it names none. */
export function dataFolderOfUnit(unit: string): string | null {
  // A name may have what JavaScript takes for the end of a line, and systemd does not.
  const command = /(?:^|\n)ExecStart=([^\n]*)/.exec(unit)?.[1];
  if (command === undefined) return null;
  const words = [...command.matchAll(/"((?:\\[^]|[^"\\])*)"|([^ ]+)/g)].map(([, quoted, plain]) =>
    quoted === undefined
      ? (plain ?? "")
      : quoted.replaceAll(/\\([^])/g, (_all, character) => (character === "n" ? "\n" : character)),
  );
  const data = words[words.indexOf("--data") + 1];
  return words.includes("--data") && data !== undefined
    ? data.replaceAll("%%", "%").replaceAll("$$", "$")
    : null;
}

/** The groups that serial ports and printers at USB belong to; not every distribution has all of them. */
export const DEVICE_GROUPS: readonly string[] = ["lp", "dialout", "uucp"];

/** What systemd-sysusers is told of the service's user (sysusers.d(5)). @param groups of the machine that it is to be in */
export function sysusersText(user: string, dataFolder: string, groups: readonly string[]): string {
  const lines = [
    `u ${user} - "Tillroll print spooler" ${dataFolder}`,
    ...groups.map((group) => `m ${user} ${group}`),
  ];
  return `${lines.join("\n")}\n`;
}
