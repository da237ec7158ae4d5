/** The public key of releases, as the build was given it: minisign's line of base64; empty for none. */
declare const EMBEDDED_RELEASE_KEY: string;

/** The public key that signs releases, built in; `null` where this one was built without it. */
export function builtInReleaseKey(): string | null {
  return Bun.isStandaloneExecutable && EMBEDDED_RELEASE_KEY !== "" ? EMBEDDED_RELEASE_KEY : null;
}
