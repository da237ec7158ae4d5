/** A package that a file belongs to. */
export interface OwningPackage {
  readonly name: string;
  /** How it is brought up to date. */
  readonly advice: string;
}

/** Where the service says that a package has installed it, and no package manager is found. */
export const UNKNOWN_PACKAGE: OwningPackage = {
  name: "tillroll",
  advice: "install the new package as you installed this one",
};

/** What each package manager is asked for, and how its packages are brought up to date. */
const MANAGERS = [
  {
    words: ["dpkg-query", "--search"],
    nameIn: (output: string) => output.split(":")[0] ?? "",
    advice: "apt install ./tillroll_VERSION_ARCHITECTURE.deb",
  },
  {
    words: ["rpm", "--query", "--queryformat", "%{NAME}", "--file"],
    nameIn: (output: string) => output.trim(),
    advice: "dnf install ./tillroll-VERSION.ARCHITECTURE.rpm",
  },
] as const;

/** The package that an executable belongs to; `null` when it was put there by hand. */
export function packageOf(executable: string): OwningPackage | null {
  for (const { words, nameIn, advice } of MANAGERS) {
    const program = Bun.which(words[0]);
    if (program === null) continue;
    const { exitCode, stdout } = Bun.spawnSync([program, ...words.slice(1), executable], {
      stderr: "ignore",
    });
    if (exitCode === 0) return { name: nameIn(stdout.toString()), advice };
  }
  return null;
}
