import { type Entry, file, folder, withFolders } from "./entries.ts";
import type { Release } from "./release.ts";

/** Whom the service is in a container; nobody of the host has the number by habit. */
const CONTAINER_USER = { user: "tillroll", group: "tillroll", userId: 10_001, groupId: 10_001 };

/** What the environment sets where the user of the image does not: data in a volume, and nothing that a container cannot have. */
const IMAGE_ENVIRONMENT: Readonly<Record<string, string>> = {
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

/**
 * The file from which Docker builds such an image itself, beside the executable of an archive: the C library is then Debian's.
 */
export function dockerfile(): string {
  const { ExposedPorts, Entrypoint, Cmd, Volumes, WorkingDir, StopSignal, User, Healthcheck } =
    IMAGE_SETTINGS;
  const [, ...healthCommand] = Healthcheck.Test;
  return `${[
    "# Builds the image of Tillroll from the executable of a release:",
    "#   tar xzf tillroll-VERSION-linux-x64.tar.gz",
    "#   docker build --file Dockerfile --tag tillroll tillroll-VERSION",
    "FROM debian:12-slim AS system",
    "COPY tillroll /image/usr/bin/tillroll",
    "COPY LICENSE THIRD-PARTY-LICENSES.txt /image/usr/share/doc/tillroll/",
    "# The executable needs the C library, and nothing else.",
    "RUN cd /image && mkdir -p usr/lib etc tmp data \\",
    " && cp -L $(ldd usr/bin/tillroll | grep -o '/[^ ]*') usr/lib/ \\",
    " && ln -s usr/lib lib && ln -s usr/lib lib64 && ln -s lib usr/lib64 \\",
    ` && echo '${PASSWORD_LINE}' > etc/passwd && echo '${GROUP_LINE}' > etc/group \\`,
    ` && echo '${RESOLUTION}' > etc/nsswitch.conf \\`,
    ` && chmod 1777 tmp && chmod 700 data && chown ${User} data`,
    "",
    "FROM scratch",
    "COPY --from=system /image /",
    ...Object.entries(IMAGE_ENVIRONMENT).map(([name, value]) => `ENV ${name}=${value}`),
    `USER ${User}`,
    `EXPOSE ${Object.keys(ExposedPorts).join(" ")}`,
    `VOLUME ${Object.keys(Volumes).join(" ")}`,
    `WORKDIR ${WorkingDir}`,
    `STOPSIGNAL ${StopSignal}`,
    `HEALTHCHECK CMD ${JSON.stringify(healthCommand)}`,
    `ENTRYPOINT ${JSON.stringify(Entrypoint)}`,
    `CMD ${JSON.stringify(Cmd)}`,
  ].join("\n")}\n`;
}

const { user, userId, groupId } = CONTAINER_USER;
const PASSWORD_LINE = `${user}:x:${userId}:${groupId}::/data:/bin/false`;
const GROUP_LINE = `${user}:x:${groupId}:`;
const RESOLUTION = "hosts: files dns";

/**
 * All files of an image: the executable and the C library that it needs, and no other program.
 * @param licenses of all that is in the image
 */
export function imageEntries(
  release: Release,
  executable: Uint8Array,
  libraries: readonly Entry[],
  licenses: string,
): Entry[] {
  return withFolders([
    ...libraries,
    file("usr/bin/tillroll", executable, { mode: 0o755 }),
    file("etc/passwd", `${PASSWORD_LINE}\n`),
    file("etc/group", `${GROUP_LINE}\n`),
    file("etc/nsswitch.conf", `${RESOLUTION}\n`),
    folder("tmp", { mode: 0o1777 }),
    folder("data", { mode: 0o700, owner: CONTAINER_USER }),
    file("usr/share/doc/tillroll/LICENSE", release.ownLicense),
    file("usr/share/doc/tillroll/THIRD-PARTY-LICENSES.txt", licenses),
  ]);
}
