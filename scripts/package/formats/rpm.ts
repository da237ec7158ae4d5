import { dirname } from "node:path/posix";
import { compare, type Entry, file, withFolders } from "../entries.ts";
import { manualPage } from "../manual-page.ts";
import { RPM_SCRIPTS } from "../maintainer-scripts.ts";
import { DESCRIPTION, MAINTAINER, type Release, SUMMARY, systemEntries, USER } from "../release.ts";
import { ascii, gzipped, joined, padding, sha256, zstandard } from "./bytes.ts";
import { cpio, FILE_TYPE_BITS } from "./cpio.ts";
import { bytes, int16, int32, rpmHeader, string, strings, type TagValue, translated } from "./rpm-header.ts";

const REGION = { signatures: 62, header: 63 } as const;

/** Relations of a requirement (rpmds.h). */
const SENSE = {
  less: 1 << 1,
  equal: 1 << 3,
  before: 1 << 9,
  after: 1 << 10,
  interpreter: 1 << 8,
  rpm: 1 << 24,
};

/** What a file is to rpm (rpmfiles.h). */
const FILE_FLAGS = {
  program: 0,
  configuration: 1 | (1 << 4),
  documentation: 1 << 1,
  licence: 1 << 7,
} as const;

const SHA256_ALGORITHM = 8;
const EVERYTHING_VERIFIED = -1;
const NAME_BYTES = 66;

interface Requirement {
  readonly name: string;
  readonly flags: number;
  readonly version: string;
}

/** What rpm itself must understand, and what the scripts and the executable need. */
const REQUIREMENTS: readonly Requirement[] = [
  { name: "/bin/sh", flags: SENSE.interpreter | SENSE.before | SENSE.after, version: "" },
  { name: "systemd", flags: SENSE.before | SENSE.after, version: "" },
  { name: "libc.so.6(GLIBC_2.17)(64bit)", flags: 0, version: "" },
  ...[
    ["CompressedFileNames", "3.0.4-1"],
    ["FileDigests", "4.6.0-1"],
    ["PayloadFilesHavePrefix", "4.0-1"],
    ["PayloadIsZstd", "5.4.18-1"],
  ].map(([name, version = ""]) => ({
    name: `rpmlib(${name})`,
    flags: SENSE.rpm | SENSE.less | SENSE.equal,
    version,
  })),
];

/** The release of the package, where a version is packed once. */
export const RPM_RELEASE = "1";

/** RPM has no "-" in versions, and sorts what is behind "~" before the release. */
export function rpmVersion(version: string): string {
  return version.replace("-", "~");
}

/**
 * A package of RPM (format 4, read by rpm 4.14 and later: RHEL 8, Fedora, openSUSE), with the unit, the user and the settings.
 * @param architecture as RPM calls it, such as `x86_64`
 */
export function rpm(release: Release, executable: Uint8Array, architecture: string): Uint8Array<ArrayBuffer> {
  const ofGroup = { user: "root", group: USER, userId: 0, groupId: 0 };
  const manual = file("usr/share/man/man1/tillroll.1.gz", gzipped(ascii(manualPage(release))), {
    role: "documentation",
  });
  const entries = [...systemEntries(release, executable), manual].map((entry) =>
    entry.role === "configuration" && entry.kind === "file" ? { ...entry, owner: ofGroup } : entry,
  );
  // Folders of the system belong to others.
  const own = entries.filter((entry) => entry.kind === "folder" || entry.kind === "file");
  const documents = withFolders(own).filter(({ path }) => path === "usr/share/doc/tillroll");
  const all = [...own, ...documents].toSorted((one, other) => compare(one.path, other.path));
  const archive = cpio(all, release.time);
  const payload = zstandard(archive);
  const header = rpmHeader(REGION.header, mainTags(release, architecture, all, payload));
  const signatures = rpmHeader(
    REGION.signatures,
    new Map<number, TagValue>([
      [269, string(new Bun.CryptoHasher("sha1").update(header).digest("hex"))],
      [273, string(sha256(header))],
      [1000, int32(header.length + payload.length)],
      [1004, bytes(new Bun.CryptoHasher("md5").update(header).update(payload).digest())],
      [1007, int32(archive.length)],
    ]),
  );
  const name = `tillroll-${rpmVersion(release.version)}-${RPM_RELEASE}`;
  return joined([lead(name), signatures, padding(signatures.length, 8), header, payload]);
}

/** The old beginning of a package, which only says that it is one. */
function lead(name: string): Uint8Array {
  const [binary, anyMachine, linux, signed] = [0, 1, 1, 5];
  const u16 = (value: number) => [value >> 8, value & 0xff];
  return joined([
    Uint8Array.from([0xed, 0xab, 0xee, 0xdb, 3, 0, ...u16(binary), ...u16(anyMachine)]),
    ascii(name.slice(0, NAME_BYTES - 1).padEnd(NAME_BYTES, "\0")),
    Uint8Array.from([...u16(linux), ...u16(signed)]),
    new Uint8Array(16),
  ]);
}

function mainTags(
  { version, time }: Release,
  architecture: string,
  entries: readonly Entry[],
  payload: Uint8Array,
): Map<number, TagValue> {
  const full = `${rpmVersion(version)}-${RPM_RELEASE}`;
  const size = entries.reduce((sum, entry) => sum + entry.bytes.length, 0);
  return new Map<number, TagValue>([
    [100, strings("C")],
    [1000, string("tillroll")],
    [1001, string(rpmVersion(version))],
    [1002, string(RPM_RELEASE)],
    [1004, translated(SUMMARY)],
    [1005, translated(DESCRIPTION)],
    [1006, int32(time)],
    [1007, string("localhost")],
    [1009, int32(size)],
    [1011, string("Tillroll")],
    [1014, string("MIT")],
    [1015, string(MAINTAINER)],
    [1016, translated("System Environment/Daemons")],
    [1021, string("linux")],
    [1022, string(architecture)],
    ...scriptTags(),
    // From which source package it was made: that is how rpm tells that this is none itself.
    [1044, string(`tillroll-${full}.src.rpm`)],
    [1047, strings("tillroll", `tillroll(${architecture === "x86_64" ? "x86-64" : "aarch-64"})`)],
    [1112, int32(SENSE.equal, SENSE.equal)],
    [1113, strings(full, full)],
    [1048, int32(...REQUIREMENTS.map(({ flags }) => flags))],
    [1049, strings(...REQUIREMENTS.map(({ name }) => name))],
    [1050, strings(...REQUIREMENTS.map(({ version: least }) => least))],
    [1064, string("4.18.0")],
    [1124, string("cpio")],
    [1125, string("zstd")],
    [1126, string("12")],
    [5011, int32(SHA256_ALGORITHM)],
    [5062, string("utf-8")],
    [5092, strings(sha256(payload))],
    [5093, int32(SHA256_ALGORITHM)],
    ...fileTags(entries, time),
  ]);
}

function scriptTags(): [number, TagValue][] {
  const { before, after, beforeRemoval, afterRemoval } = RPM_SCRIPTS;
  const scripts = [before, after, beforeRemoval, afterRemoval];
  return scripts.flatMap((script, index): [number, TagValue][] => [
    [1023 + index, string(script)],
    [1085 + index, string("/bin/sh")],
  ]);
}

/** What each file is; lists side by side. */
function fileTags(entries: readonly Entry[], time: number): [number, TagValue][] {
  const folders = [...new Set(entries.map(folderOf))];
  const each = (value: (entry: Entry, index: number) => number) => int32(...entries.map(value));
  const text = (value: (entry: Entry) => string) => strings(...entries.map(value));
  return [
    [1028, each((entry) => (entry.kind === "folder" ? 4096 : entry.bytes.length))],
    [1030, int16(...entries.map((entry) => FILE_TYPE_BITS[entry.kind] | entry.mode))],
    [1033, int16(...entries.map(() => 0))],
    [1034, each(() => time)],
    [1035, text((entry) => (entry.kind === "file" ? sha256(entry.bytes) : ""))],
    [1036, text((entry) => entry.target)],
    [1037, each((entry) => (entry.kind === "folder" ? 0 : FILE_FLAGS[entry.role]))],
    [1039, text((entry) => entry.owner.user)],
    [1040, text((entry) => entry.owner.group)],
    [1045, each(() => EVERYTHING_VERIFIED)],
    [1095, each(() => 1)],
    [1096, each((_entry, index) => index + 1)],
    [1097, text(() => "")],
    [1116, each((entry) => folders.indexOf(folderOf(entry)))],
    [1117, text((entry) => entry.path.slice(entry.path.lastIndexOf("/") + 1))],
    [1118, strings(...folders)],
  ];
}

function folderOf({ path }: Entry): string {
  return `/${dirname(path)}/`;
}
