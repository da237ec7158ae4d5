import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Where Debian puts the jars of its `liblucene8-java`. */
const DEBIAN_FOLDER = "/usr/share/java";

/** Lucene 8 from 8.7 on: the format of the index is that of 8.7, which 9 can only read. */
const CORE_JAR = /^lucene-core-(8\.(?:[7-9]|\d\d)\.\d+)\.jar$/;

/** The Lucene of this machine, with the Java that runs it. */
export interface LuceneInstallation {
  readonly java: string;
  readonly javac: string;
  readonly jars: readonly string[];
  /** Such as `Lucene 8.7.0`. */
  readonly version: string;
}

/**
 * Finds a JDK on the `PATH`, and Lucene 8 in the folder that `LUCENE_JARS` names, or where Debian puts it.
 * @returns a text when something is missing, which says what
 */
export function findLucene(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): LuceneInstallation | string {
  const PATH = environment["PATH"] ?? "";
  const folder = environment["LUCENE_JARS"] ?? DEBIAN_FOLDER;
  const [java, javac] = ["java", "javac"].map((name) => Bun.which(name, { PATH }));
  if (java == null || javac == null) return "there is no JDK (java and javac)";
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const versions = names.flatMap((name) => CORE_JAR.exec(name)?.[1] ?? []);
  const [version] = versions.toSorted((left, right) => Bun.semver.order(right, left));
  if (version === undefined) return `there is no lucene-core-8.7.0.jar, or of a later 8, in ${folder}`;
  // The sandbox has the query of time spans in an index that is sorted by time.
  const jars = ["core", "sandbox"].map((part) => join(folder, `lucene-${part}-${version}.jar`));
  const missing = jars.find((jar) => !existsSync(jar));
  if (missing !== undefined) return `there is no ${missing}`;
  return { java, javac, jars, version: `Lucene ${version}` };
}
