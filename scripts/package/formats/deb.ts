import { compare, type Entry, file, folder, withFolders } from "../entries.ts";
import { DEBIAN_SCRIPTS } from "../maintainer-scripts.ts";
import { manualPage } from "../manual-page.ts";
import {
  CONFIGURATION_FILE,
  DESCRIPTION,
  MAINTAINER,
  type Release,
  SUMMARY,
  systemEntries,
} from "../release.ts";
import { ar } from "./ar.ts";
import { ascii, gzipped } from "./bytes.ts";
import { tar } from "./tar.ts";

/** What Bun's runtime asks of the C library, by the symbols that it takes from it. */
const DEPENDENCIES = ["libc6 (>= 2.17)", "adduser | passwd"];

/** Lines of a description have at most so many characters. */
const LINE_CHARACTERS = 76;

/** A Debian version (Debian Policy 5.6.12): what comes before a release sorts before it. */
export function debianVersion(version: string): string {
  return version.replace("-", "~");
}

/**
 * A package of Debian and its kin (deb(5)), with the unit, the user and the settings.
 * @param architecture as Debian calls it, such as `amd64`
 */
export function deb(release: Release, executable: Uint8Array, architecture: string): Uint8Array<ArrayBuffer> {
  const entries = withFolders([...systemEntries(release, executable), manual(release), copyright(release)]);
  const size = entries.reduce((sum, { bytes }) => sum + Math.ceil(bytes.length / 1024), 0);
  const control = [
    file("control", controlText(release, architecture, size)),
    file("conffiles", `/${CONFIGURATION_FILE}\n`),
    file("md5sums", checksums(entries)),
    ...Object.entries(DEBIAN_SCRIPTS).map(([name, text]) => file(name, text, { mode: 0o755 })),
  ].toSorted((one, other) => compare(one.path, other.path));
  const archive = (files: readonly Entry[]) =>
    tar([folder(""), ...files], { prefix: "./", time: release.time });
  return ar(
    [
      { name: "debian-binary", bytes: ascii("2.0\n") },
      { name: "control.tar.gz", bytes: gzipped(archive(control)) },
      // Every dpkg reads gzip; Zstandard would make it a tenth smaller.
      { name: "data.tar.gz", bytes: gzipped(archive(entries)) },
    ],
    release.time,
  );
}

function controlText({ version }: Release, architecture: string, kibibytes: number): string {
  return `${[
    "Package: tillroll",
    `Version: ${debianVersion(version)}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${MAINTAINER}`,
    `Installed-Size: ${kibibytes}`,
    `Depends: ${DEPENDENCIES.join(", ")}`,
    "Section: net",
    "Priority: optional",
    `Description: ${SUMMARY}`,
    ...folded(DESCRIPTION).map((line) => ` ${line}`),
  ].join("\n")}\n`;
}

/** Words in lines. */
function folded(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > LINE_CHARACTERS) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Of files alone; those of settings are checked by conffiles. */
function checksums(entries: readonly Entry[]): string {
  return entries
    .filter(({ kind, role }) => kind === "file" && role !== "configuration")
    .map(({ path, bytes }) => `${new Bun.CryptoHasher("md5").update(bytes).digest("hex")}  ${path}\n`)
    .join("");
}

/** What Debian wants to be told of the licence (Debian Policy 12.5). */
function copyright({ ownLicense }: Release): Entry {
  const lines = ownLicense
    .trim()
    .split("\n")
    .map((line) => (line === "" ? " ." : ` ${line}`));
  const text = [
    "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/",
    "Upstream-Name: Tillroll",
    "Comment: THIRD-PARTY-LICENSES.txt beside this file has the licences of all that others made.",
    "",
    "Files: *",
    `Copyright: ${/^Copyright .*$/m.exec(ownLicense)?.[0].replace("Copyright (c) ", "") ?? "Tillroll"}`,
    "License: Expat",
    ...lines,
    "",
  ];
  return file("usr/share/doc/tillroll/copyright", text.join("\n"), { role: "documentation" });
}

/** Debian has pages of the manual packed. */
function manual(release: Release): Entry {
  return file("usr/share/man/man1/tillroll.1.gz", gzipped(ascii(manualPage(release))), {
    role: "documentation",
  });
}
