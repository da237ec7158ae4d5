import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import { findInstallation } from "../postgresql/installation.ts";
import { findBrowser } from "./browser.ts";

/** A program of the machine that tests need. */
export interface Program {
  readonly name: string;
  /** The packages of Debian and its kin that bring it. */
  readonly packages: readonly string[];
  /** Whether the tests fail without it; those of others are skipped. */
  readonly isRequired: boolean;
  isInstalled(): boolean;
}

/** Where CUPS has the programs by which it prints, one for each protocol. */
export const CUPS_BACKENDS = "/usr/lib/cups/backend";

export const CURL: Program = {
  name: "curl",
  packages: ["curl"],
  isRequired: true,
  isInstalled: () => Bun.which("curl") !== null,
};

export const BROWSER: Program = {
  name: "a browser (Chromium, Chrome, Edge or Brave)",
  packages: ["chromium"],
  isRequired: true,
  isInstalled: () => findBrowser() !== null,
};

export const CUPS: Program = {
  name: "CUPS",
  packages: ["cups"],
  isRequired: false,
  isInstalled: () => ["dnssd", "ipp", "lpd", "socket"].every((name) => existsSync(join(CUPS_BACKENDS, name))),
};

/** CUPS' own spooler, with what it draws documents with. */
export const CUPS_SCHEDULER: Program = {
  name: "CUPS' scheduler with its filters",
  packages: ["cups", "cups-client", "cups-filters"],
  isRequired: false,
  isInstalled: () =>
    ["cupsd", "lpadmin"].every((name) => existsSync(join("/usr/sbin", name))) &&
    Bun.which("lp") !== null &&
    ["pdftopdf", "gstoraster"].every((name) => existsSync(join("/usr/lib/cups/filter", name))),
};

export const IPPTOOL: Program = {
  name: "ipptool",
  packages: ["cups-ipp-utils"],
  isRequired: false,
  isInstalled: () => Bun.which("ipptool") !== null,
};

export const AVAHI_DAEMON = "/usr/sbin/avahi-daemon";

export const AVAHI: Program = {
  name: "Avahi",
  packages: ["avahi-daemon", "avahi-utils", "dbus"],
  isRequired: false,
  isInstalled: () =>
    existsSync(AVAHI_DAEMON) &&
    ["avahi-browse", "avahi-publish", "dbus-daemon"].every((name) => Bun.which(name)),
};

export const SYSTEMD_ANALYZE: Program = {
  name: "systemd-analyze",
  packages: ["systemd"],
  isRequired: false,
  isInstalled: () => Bun.which("systemd-analyze") !== null,
};

/** What runs programs for Windows, and makes what Wine lacks for them: too large to be installed for a test. */
export const WINE: Program = {
  name: "Wine with a compiler for Windows",
  packages: ["wine64", "wine", "gcc-mingw-w64-x86-64-win32"],
  isRequired: false,
  isInstalled: () => ["wine", "wineserver", "x86_64-w64-mingw32-gcc"].every((name) => Bun.which(name)),
};

export const DPKG: Program = {
  name: "dpkg",
  packages: ["dpkg"],
  isRequired: false,
  isInstalled: () => ["dpkg", "dpkg-deb"].every((name) => Bun.which(name) !== null),
};

export const RPM: Program = {
  name: "rpm",
  packages: ["rpm", "rpm2cpio", "cpio"],
  isRequired: false,
  isInstalled: () => ["rpm", "rpm2cpio", "cpio"].every((name) => Bun.which(name) !== null),
};

export const POSTGRESQL: Program = {
  name: "PostgreSQL",
  packages: ["postgresql"],
  isRequired: false,
  isInstalled: () => findInstallation() !== null,
};

/** All of them. */
export const PROGRAMS: readonly Program[] = [
  CURL,
  BROWSER,
  CUPS,
  CUPS_SCHEDULER,
  IPPTOOL,
  AVAHI,
  DPKG,
  RPM,
  SYSTEMD_ANALYZE,
  POSTGRESQL,
];

/** Why tests cannot use a program, as a sentence's part; `null` when they can. */
export function whyWithout({ name, packages, isInstalled }: Program): string | null {
  return isInstalled() ? null : `${name} is not installed (on Debian: ${packages.join(" ")})`;
}

/** Why tests cannot use one of CUPS' programs; `null` when they can. */
export function whyWithoutBackend(backend: string): string | null {
  const without = whyWithout(CUPS);
  if (without !== null) return without;
  try {
    accessSync(join(CUPS_BACKENDS, backend), constants.X_OK);
    return null;
  } catch {
    return `this user may not run ${join(CUPS_BACKENDS, backend)}`;
  }
}
