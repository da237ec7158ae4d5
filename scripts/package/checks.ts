/*
 * What must hold of a release before it is packed: its tag, its changes and its key.
 */

/**
 * The part of the changelog about a version, without its heading.
 * @throws Error when there is none, or it is not released yet
 */
export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => each.split(/\s/, 1)[0] === version);
  if (section === undefined) throw new Error(`CHANGELOG.md says nothing of ${version}`);
  const [heading = "", ...lines] = section.split("\n");
  if (heading.includes("not released"))
    throw new Error(`CHANGELOG.md says of ${version} that it is not released yet`);
  return `${lines.join("\n").trim()}\n`;
}

/** @param environment of the workflow @throws Error when a release could not be what its name says */
export function checkRelease(
  version: string,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const tag = environment["GITHUB_REF_NAME"];
  if (tag !== `v${version}`)
    throw new Error(`the tag is ${tag ?? "missing"}, and package.json has ${version}`);
  for (const name of ["TILLROLL_SIGNING_KEY", "TILLROLL_RELEASE_KEY"])
    if ((environment[name] ?? "") === "") throw new Error(`a release is signed: ${name} is not set`);
}
