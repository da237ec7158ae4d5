import { CONFIGURATION_FILE, DATA_FOLDER, DEVICE_GROUPS, UNIT, USER, USERS, USERS_FILE } from "./release.ts";

/*
 * What runs beside installing and removing, in the manner of each package manager. Nobody is asked anything. Data stays, also
 * after a purge: receipts must be kept for years by law, and a package manager cannot know whether these are the only ones.
 */

const START = "#!/bin/sh\nset -e\n";

/** Makes the user. @param withSystemd the command that does it by systemd; else useradd does, and a user that is there stays */
function makeUser(withSystemd: string): string {
  return `
if command -v systemd-sysusers >/dev/null; then
  ${withSystemd}
elif ! getent passwd ${USER} >/dev/null; then
  useradd --system --user-group --no-create-home --home-dir ${DATA_FOLDER} --shell /usr/sbin/nologin ${USER}
  for group in ${DEVICE_GROUPS.join(" ")}; do
    if getent group "$group" >/dev/null; then usermod --append --groups "$group" ${USER}; fi
  done
fi
`;
}

/** systemd makes the folder itself (StateDirectory); other inits find it made. */
const MAKE_FOLDER = `install -d -o ${USER} -g ${USER} -m 0700 ${DATA_FOLDER}\n`;

const DATA_STAYS = `echo "Tillroll: the receipts stay in ${DATA_FOLDER}. To delete them for good: rm -r ${DATA_FOLDER}"\n`;

/** The scripts of a package of Debian (Debian Policy 6 and 10.8; what debhelper's dh_installsystemd writes). */
export const DEBIAN_SCRIPTS: Readonly<Record<"postinst" | "prerm" | "postrm", string>> = {
  postinst: `${START}
if [ "$1" = configure ]; then
${makeUser("systemd-sysusers tillroll.conf")}
  ${MAKE_FOLDER}
  # The first time only: whoever runs the machine may choose other rights.
  if [ -z "$2" ]; then
    chown root:${USER} /${CONFIGURATION_FILE}
    chmod 0640 /${CONFIGURATION_FILE}
  fi
fi
if [ "$1" = configure ] || [ "$1" = abort-upgrade ] || [ "$1" = abort-deconfigure ] || [ "$1" = abort-remove ]; then
  if command -v deb-systemd-helper >/dev/null; then
    deb-systemd-helper unmask ${UNIT} >/dev/null || true
    if deb-systemd-helper --quiet was-enabled ${UNIT}; then
      deb-systemd-helper enable ${UNIT} >/dev/null || true
    else
      deb-systemd-helper update-state ${UNIT} >/dev/null || true
    fi
  fi
  if [ -d /run/systemd/system ]; then
    systemctl --system daemon-reload >/dev/null || true
    # An update starts it again; deb-systemd-invoke heeds policy-rc.d.
    if [ -n "$2" ]; then action=restart; else action=start; fi
    deb-systemd-invoke "$action" ${UNIT} >/dev/null || true
  fi
fi
`,
  prerm: `${START}
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  deb-systemd-invoke stop ${UNIT} >/dev/null || true
fi
`,
  postrm: `${START}
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl --system daemon-reload >/dev/null || true
fi
if [ "$1" = remove ] && command -v deb-systemd-helper >/dev/null; then
  deb-systemd-helper mask ${UNIT} >/dev/null || true
fi
if [ "$1" = purge ]; then
  if command -v deb-systemd-helper >/dev/null; then
    deb-systemd-helper purge ${UNIT} >/dev/null || true
    deb-systemd-helper unmask ${UNIT} >/dev/null || true
  fi
  rm -rf /var/log/${USER}
  # dpkg has removed the settings. Whose data stays, must stay: the user too.
  if [ -d ${DATA_FOLDER} ]; then ${DATA_STAYS.trim()}; fi
fi
`,
};

/** The scripts of a package of RPM; $1 is how many of the package there are then (2 in an update). */
export const RPM_SCRIPTS: Readonly<Record<"before" | "after" | "beforeRemoval" | "afterRemoval", string>> = {
  // Before its files are there: one of them belongs to its group. So the definition comes by standard input.
  before: makeUser(`systemd-sysusers --replace=/${USERS_FILE} - <<'END'\n${USERS}END`),
  after: `
${MAKE_FOLDER}
if [ "$1" -eq 1 ] && command -v systemctl >/dev/null; then
  # Whether it is started at boot is the system's habit (systemd.preset).
  systemctl --no-reload preset ${UNIT} >/dev/null 2>&1 || :
fi
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload >/dev/null 2>&1 || :
  if [ "$1" -gt 1 ]; then systemctl try-restart ${UNIT} >/dev/null 2>&1 || :; fi
fi
`,
  beforeRemoval: `
if [ "$1" -eq 0 ] && command -v systemctl >/dev/null; then
  if [ -d /run/systemd/system ]; then systemctl --no-reload disable --now ${UNIT} >/dev/null 2>&1 || :
  else systemctl --no-reload disable ${UNIT} >/dev/null 2>&1 || :; fi
fi
`,
  afterRemoval: `
if [ -d /run/systemd/system ]; then systemctl daemon-reload >/dev/null 2>&1 || :; fi
if [ "$1" -eq 0 ] && [ -d ${DATA_FOLDER} ]; then ${DATA_STAYS.trim()}; fi
`,
};
