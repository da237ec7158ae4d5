import { cLibrary } from "./c-library.ts";
import { type Entry, file, folder, withFolders } from "./entries.ts";
import type { Release } from "./release.ts";

/** Whom the service is in a container; nobody of the host has the number by habit. */
const CONTAINER_USER = { user: "tillroll", group: "tillroll", userId: 10_001, groupId: 10_001 };

/** What the environment sets where the user of the image does not: data in a volume, and nothing that a container cannot have. */
export const IMAGE_ENVIRONMENT: Readonly<Record<string, string>> = {
  TILLROLL_DATA: "/data",
  // The names by which other containers and the host reach it: those of services in compose files and in CI.
  TILLROLL_HOSTNAME: "tillroll,host.docker.internal",
  // Nothing beyond the container hears it.
  TILLROLL_ANNOUNCE: "false",
  TILLROLL_HTTPS_PORT: "0",
  TILLROLL_LPD_PORT: "0",
  TILLROLL_IPP_PORT: "0",
  TILLROLL_EPOS_HTTP_PORT: "0",
  TILLROLL_EPOS_HTTPS_PORT: "0",
};

/** What an image says of how it is run (OCI image specification, "config"). */
export const IMAGE_SETTINGS = {
  User: `${CONTAINER_USER.userId}:${CONTAINER_USER.groupId}`,
  ExposedPorts: { "9100/tcp": {}, "9180/tcp": {} },
  Env: ["PATH=/usr/bin", ...Object.entries(IMAGE_ENVIRONMENT).map(([name, value]) => `${name}=${value}`)],
  Entrypoint: ["/usr/bin/tillroll"],
  Cmd: ["serve"],
  Volumes: { "/data": {} },
  WorkingDir: "/data",
  StopSignal: "SIGTERM",
  // Docker's own, which others pass over: nanoseconds.
  Healthcheck: {
    Test: ["CMD", "/usr/bin/tillroll", "health"],
    Interval: 10e9,
    Timeout: 6e9,
    StartPeriod: 5e9,
  },
} as const;

const RESOLUTION = "hosts: files dns\n";

/**
 * All files of an image: the executable and the C library that it needs, and no other program.
 * @param processor `x64` or `arm64`
 * @returns `null` when this machine does not have the C library of that processor
 */
export function imageEntries(release: Release, executable: Uint8Array, processor: string): Entry[] | null {
  const libraries = cLibrary(executable, processor);
  if (libraries === null) return null;
  const { user, userId, groupId } = CONTAINER_USER;
  return withFolders([
    ...libraries,
    file("usr/bin/tillroll", executable, { mode: 0o755 }),
    file("etc/passwd", `root:x:0:0:root:/:/bin/false\n${user}:x:${userId}:${groupId}::/data:/bin/false\n`),
    file("etc/group", `root:x:0:\n${user}:x:${groupId}:\n`),
    file("etc/nsswitch.conf", RESOLUTION),
    folder("tmp", { mode: 0o1777 }),
    folder("data", { mode: 0o700, owner: CONTAINER_USER }),
    file("usr/share/doc/tillroll/LICENSE", release.ownLicense),
    file("usr/share/doc/tillroll/THIRD-PARTY-LICENSES.txt", release.licenses),
  ]);
}
