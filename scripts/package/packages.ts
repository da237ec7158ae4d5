import { type Component, licensesText } from "../licenses/licenses.ts";
import { RELEASE_TARGETS, type Target } from "../build/targets.ts";
import { cLibrary } from "./c-library.ts";
import { gzipped } from "./formats/bytes.ts";
import { deb, debianVersion } from "./formats/deb.ts";
import { oci } from "./formats/oci.ts";
import { rpm, RPM_RELEASE, rpmVersion } from "./formats/rpm.ts";
import { tar } from "./formats/tar.ts";
import { zip } from "./formats/zip.ts";
import { imageEntries } from "./image.ts";
import { archiveEntries, type Release } from "./release.ts";
import { withFolders } from "./entries.ts";

/** A file of a release. */
export interface Package {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** What is in it beside the executable and that others made. */
  readonly further?: Component;
}

/** What Linux' package managers and containers call a processor. */
const PROCESSORS: Readonly<Record<string, { debian: string; rpm: string; oci: string }>> = {
  x64: { debian: "amd64", rpm: "x86_64", oci: "amd64" },
  arm64: { debian: "arm64", rpm: "aarch64", oci: "arm64" },
};

/** A target's system and processor, such as `linux` and `x64`, as its file tells them. */
export function systemOf({ file }: Target): { system: string; processor: string } {
  const [, system, processor] = /^tillroll-(\w+)-(\w+)/.exec(file) ?? [];
  if (system === undefined || processor === undefined) throw new Error(`${file} is no target of a release`);
  return { system, processor };
}

/** The targets by their names, such as `linux-x64`. */
export const TARGETS: ReadonlyMap<string, Target> = new Map(
  RELEASE_TARGETS.map((target) => {
    const { system, processor } = systemOf(target);
    return [`${system}-${processor}`, target];
  }),
);

/**
 * The packages of one target, one after the other: each takes as much memory as the executable, twice.
 * @param components what others made, in every executable
 * @param note told what cannot be made here, and why
 */
export function* packagesOf(
  release: Release,
  target: Target,
  executable: Uint8Array,
  components: readonly Component[],
  note: (text: string) => void,
): Generator<Package> {
  const { version, time } = release;
  const { system, processor } = systemOf(target);
  const base = `tillroll-${version}-${system}-${processor}`;
  const archived = archiveEntries(release, target, executable);
  if (system === "windows") {
    yield { file: `${base}.zip`, bytes: zip(archived, time) };
    return;
  }
  yield { file: `${base}.tar.gz`, bytes: gzipped(tar(withFolders(archived), { time })) };
  const names = PROCESSORS[processor];
  if (system !== "linux" || names === undefined) return;
  const debian = `tillroll_${debianVersion(version)}_${names.debian}.deb`;
  yield { file: debian, bytes: deb(release, executable, names.debian) };
  const red = `tillroll-${rpmVersion(version)}-${RPM_RELEASE}.${names.rpm}.rpm`;
  yield { file: red, bytes: rpm(release, executable, names.rpm) };
  const library = cLibrary(executable, processor);
  if (library === null) {
    note(
      `${base}.oci.tar is not made: this machine has no C library for ${processor} (Debian: libc6-${names.debian}-cross)`,
    );
    return;
  }
  const licenses = licensesText([...components, library.component]);
  const entries = imageEntries(release, executable, library.entries, licenses);
  yield {
    file: `${base}.oci.tar`,
    bytes: oci(release, entries, names.oci),
    further: library.component,
  };
}
