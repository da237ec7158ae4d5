import { sysusersText, systemdUnit, UNIT_FILE } from "../../src/service-manager/systemd-unit.ts";
import { SERVICE_NAMES, SERVICE_USERS, systemDataFolder } from "../../src/service-manager/service-plan.ts";
import type { Target } from "../build/targets.ts";
import { type Entry, file, folder } from "./entries.ts";

/** What packages are made of. */
export interface Release {
  readonly version: string;
  /** When it was made, epoch seconds: what is packed has this time, so that the same source gives the same bytes. */
  readonly time: number;
  readonly licenses: string;
  readonly ownLicense: string;
  readonly readme: string;
  readonly changelog: string;
}

/** Who answers for a package. */
export const MAINTAINER = "Tillroll maintainers <maintainers@tillroll.invalid>";

export const SUMMARY = "print spooler for shops that keeps every receipt";

export const DESCRIPTION = [
  "Tillroll stores every ESC/POS print of a shop's tills durably, finds it again by order number, till or text, shows it as on",
  "paper, and passes it on to the real printers. It is a network printer to POS software: port 9100, ePOS, LPD and IPP.",
].join(" ");

export const USER: string = SERVICE_USERS.linux;

/** Where the data is that no package manager may remove: it was not in the package. */
export const DATA_FOLDER: string = systemDataFolder("linux", {});

export const UNIT: string = UNIT_FILE;

/** The groups of Debian and Fedora that serial ports and printers at USB belong to. */
export const DEVICE_GROUPS: readonly string[] = ["lp", "dialout"];

/** What systemd-sysusers is told of the user, and where. */
export const USERS: string = sysusersText(USER, DATA_FOLDER, DEVICE_GROUPS);
export const USERS_FILE = `usr/lib/sysusers.d/${SERVICE_NAMES.linux}.conf`;

const CONFIGURATION_FOLDER = `etc/${SERVICE_NAMES.linux}`;

export const CONFIGURATION_FILE = `${CONFIGURATION_FOLDER}/tillroll.toml`;

const CONFIGURATION = [
  "# Settings of the Tillroll service of this machine, which it takes at its next start: systemctl restart tillroll",
  '# "tillroll config show --toml" writes all of them with what they mean, "tillroll config check" finds faults.',
  "",
  "# port = 9180",
  "",
].join("\n");

/** What package managers of Linux install. @param executable its bytes */
export function systemEntries(release: Release, executable: Uint8Array): Entry[] {
  const plan = { executable: "/usr/bin/tillroll", dataFolder: DATA_FOLDER, user: USER };
  return [
    file("usr/bin/tillroll", executable, { mode: 0o755 }),
    file(`usr/lib/systemd/system/${UNIT}`, systemdUnit(plan)),
    file(USERS_FILE, USERS),
    folder(CONFIGURATION_FOLDER, { role: "configuration" }),
    // It may hold secrets; its group is given by the package manager, which knows the number.
    file(CONFIGURATION_FILE, CONFIGURATION, { mode: 0o640, role: "configuration" }),
    file("usr/share/doc/tillroll/README.md", release.readme, { role: "documentation" }),
    file("usr/share/doc/tillroll/CHANGELOG.md", release.changelog, { role: "documentation" }),
    file("usr/share/doc/tillroll/THIRD-PARTY-LICENSES.txt", release.licenses, { role: "licence" }),
  ];
}

/** What archives hold, in one folder. */
export function archiveEntries(release: Release, target: Target, executable: Uint8Array): Entry[] {
  const root = `tillroll-${release.version}`;
  const name = target.file.endsWith(".exe") ? "tillroll.exe" : "tillroll";
  return [
    file(`${root}/${name}`, executable, { mode: 0o755 }),
    file(`${root}/LICENSE`, release.ownLicense),
    file(`${root}/README.md`, release.readme),
    file(`${root}/THIRD-PARTY-LICENSES.txt`, release.licenses),
  ];
}
