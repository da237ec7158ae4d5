import type { DoctorArea, DoctorRow, DoctorState } from "../contract/doctor.ts";

/** What may be found: its state, what was found, what that means and what to do. `{}` are the places of values. */
interface FindingWords {
  readonly state: DoctorState;
  readonly finding: string;
  readonly meaning?: string;
  readonly advice?: string;
}

/** All that the doctor can find, by codes that programs know. What stands before the dot is the area. */
export const FINDINGS = {
  "disk.space": { state: "ok", finding: "{} are free on the disk of the data folder." },
  "disk.space-low": {
    state: "warning",
    finding: "Only {} are free on the disk of the data folder.",
    meaning: "Prints are refused before the disk is full.",
    advice: "Make room, or have deleted prints purged sooner; the page Retention says how.",
  },
  "disk.space-none": {
    state: "fault",
    finding: "{} are free on the disk of the data folder.",
    meaning: "No print can be stored.",
    advice: "Make room now: delete what is not needed, or move the data to a larger disk.",
  },
  "disk.kind": { state: "ok", finding: "The data folder is on a local file system ({})." },
  "disk.kind-network": {
    state: "fault",
    finding: "The data folder is on a network drive ({}).",
    meaning: "Locks and what was acknowledged are not safe there: the database can be damaged.",
    advice: "Move the data folder to a disk of this machine, and have backups go to the network drive.",
  },
  "disk.kind-memory": {
    state: "warning",
    finding: "The data folder is in memory ({}).",
    meaning: "All prints are gone when the machine starts anew.",
    advice: "Choose a folder on a disk with --data.",
  },
  "disk.kind-layer": {
    state: "warning",
    finding: "The data folder is in the layer of a container ({}).",
    meaning: "All prints are gone when the container is made anew.",
    advice: "Mount a volume, and keep the data there.",
  },
  "disk.kind-unknown": {
    state: "unknown",
    finding: "Which file system the data folder is on is not known: {}.",
  },
  "disk.write": { state: "ok", finding: "A file in the data folder is on the disk within {} ms." },
  "disk.write-slow": {
    state: "warning",
    finding: "A file in the data folder is on the disk only after {} ms.",
    meaning: "Each print waits for that before it is acknowledged.",
    advice:
      "Look at what else writes to the disk; an SD card or an old USB stick is too slow for many tills.",
  },
  "disk.write-failed": {
    state: "fault",
    finding: "No file can be written in the data folder: {}.",
    meaning: "No print can be stored.",
    advice:
      "Make the folder writable for the user of the service, and look whether the disk is read-only or full.",
  },

  "database.missing": {
    state: "warning",
    finding: "There is no database in the data folder.",
    meaning: "The service has never run with it, or the folder is another one.",
    advice: "Start the service, or name the folder with --data.",
  },
  "database.header": { state: "ok", finding: "The database opens; it has {}." },
  "database.header-damaged": {
    state: "fault",
    finding: "The database does not begin as one of SQLite does.",
    meaning: "No program can open it.",
    advice: "Stop the service and run tillroll repair, with your backup.",
  },
  "database.unreadable": {
    state: "fault",
    finding: "The database cannot be read: {}.",
    meaning: "The service cannot start with it.",
    advice: "Look at the disk and at the rights of the file; what is damaged tillroll repair saves.",
  },
  "database.version": { state: "ok", finding: "Its tables are those of this version ({})." },
  "database.version-old": {
    state: "ok",
    finding: "Its tables are of an older version ({} of {}): the next start brings them up to date.",
  },
  "database.version-newer": {
    state: "fault",
    finding: "Its tables are of a newer version ({}; this Tillroll knows {}).",
    meaning: "This Tillroll does not start with it.",
    advice: "Start the Tillroll that made it, or a newer one.",
  },
  "database.pages": { state: "ok", finding: "Its pages are sound, as far as a quick look tells." },
  "database.pages-damaged": {
    state: "fault",
    finding: "Pages of it are damaged: {}.",
    meaning: "What is on them is lost or wrong.",
    advice: "Stop the service and run tillroll repair, with your backup; then look at the disk.",
  },
  "database.pages-unknown": {
    state: "unknown",
    finding: "Its pages were not looked at: {}.",
    advice: "While the service runs it looks through all of them by itself, slowly.",
  },
  "database.log": { state: "ok", finding: "Its log has {}." },
  "database.log-large": {
    state: "warning",
    finding: "Its log has grown to {}.",
    meaning: "Some program has been reading the database for long.",
    advice: "End other programs that have the database open.",
  },
  "database.log-foreign": {
    state: "warning",
    finding: "A log lies beside the database that belongs to another file.",
    meaning: "The file was replaced, such as by a copy. The next start moves the log aside.",
    advice: "When prints are missing, tillroll repair looks at what the log has.",
  },
  "database.holders": { state: "ok", finding: "No other program has the database open." },
  "database.holders-other": {
    state: "warning",
    finding: "Other programs have the database open: {}.",
    meaning: "They can hold up the service; one that writes can damage it.",
    advice: "End them. To read prints, use the API or an export; to copy them, tillroll backup.",
  },
  "database.holders-unknown": {
    state: "unknown",
    finding: "Which programs have the database open cannot be told here.",
  },

  "clock.zone": { state: "ok", finding: "The time zone is {}; it is {}." },
  "clock.zone-wrong": {
    state: "warning",
    finding: "The time zone {} is not known here; times are those of {}.",
    meaning: "Days begin and end at other times than in the shop.",
    advice: "Correct the variable TZ, such as TZ=Europe/Berlin.",
  },
  "clock.time": { state: "ok", finding: "The clock is after the newest print, of {}." },
  "clock.time-behind": {
    state: "fault",
    finding: "The clock is behind the newest print, which is of {}.",
    meaning: "The clock was set back, or it was ahead when prints came: they are dated by an estimate.",
    advice: "Set the clock right; tillroll clock says more, and dates anew what lies in the future.",
  },
  "clock.synchronised": { state: "ok", finding: "The clock is set by the network." },
  "clock.unsynchronised": {
    state: "warning",
    finding: "The clock is not set by the network.",
    meaning: "It drifts, and an empty battery sets it back years.",
    advice: "Switch on the time service: timedatectl set-ntp true, or in the settings of Windows.",
  },
  "clock.synchronised-unknown": {
    state: "unknown",
    finding: "Whether the network sets the clock cannot be told here.",
  },

  "ports.open": { state: "ok", finding: "Port {} ({}) answers." },
  "ports.free": { state: "ok", finding: "Port {} ({}) is free for the service." },
  "ports.taken": {
    state: "fault",
    finding: "Port {} ({}) is taken by {}.",
    meaning: "The service cannot open it.",
    advice: "End that program, or give the service another port.",
  },
  "ports.taken-shared": {
    state: "warning",
    finding: "Port {} ({}) is taken by {}, and the service goes on without it.",
    meaning: "Who prints or looks at the dashboard by that port does not reach the service.",
    advice: "End that program, or give the service another port; 0 is none.",
  },
  "ports.not-allowed": {
    state: "warning",
    finding: "Port {} ({}) may not be opened by this user.",
    meaning: "Ports below 1024 need a right of their own on Linux.",
    advice: "Install the service by tillroll service install, which gives it that right.",
  },
  "ports.closed": {
    state: "fault",
    finding: "Port {} ({}) does not answer, though the service runs.",
    meaning: "Tills cannot reach it.",
    advice: "The line about ports of the service's health says why; else look at the firewall.",
  },
  "ports.unreachable": {
    state: "warning",
    finding: "Port {} ({}) answers here, but not at {}.",
    meaning: "Other machines on the network do not reach it.",
    advice: "Have the service listen on all addresses (--host 0.0.0.0), and open the firewall.",
  },
  "ports.local": {
    state: "warning",
    finding: "The service listens at {} alone.",
    meaning: "Only programs on this machine reach it.",
    advice: "For tills on the network leave --host away.",
  },
  "ports.no-network": {
    state: "warning",
    finding: "This machine has no address on a network.",
    meaning: "No till reaches it.",
    advice: "Look at the cable or the wireless network.",
  },

  "firewall.none": { state: "ok", finding: "No firewall that is known here keeps tills out." },
  "firewall.open": { state: "ok", finding: "{} lets the service's ports through." },
  "firewall.closed": {
    state: "warning",
    finding: "{} does not let these ports through: {}.",
    meaning: "Tills do not reach them.",
    advice: "Open it as administrator: {}.",
  },
  "firewall.unknown": {
    state: "unknown",
    finding: "{} may keep tills out; its rules can be read by an administrator alone.",
    advice: "Run tillroll doctor as administrator.",
  },

  "printers.none": { state: "ok", finding: "No printer passes its prints on to a real one." },
  "printers.reachable": { state: "ok", finding: "The real printer of {} answers at {}." },
  "printers.unreachable": {
    state: "warning",
    finding: "The real printer of {} does not answer at {}.",
    meaning: "Its prints wait until it does; they are stored all the same.",
    advice: "Look whether it is on, and whether its address is still the same.",
  },
  "printers.state": { state: "ok", finding: "Printer {} says: {}" },
  "printers.trouble": {
    state: "warning",
    finding: "Printer {} says: {}",
    meaning: "Paper does not come out; prints are stored all the same.",
    advice: "The page of the printer says more.",
  },

  "backups.none": {
    state: "warning",
    finding: "No backups are made.",
    meaning: "With the disk all prints are lost.",
    advice: "Say where they go: tillroll serve --backup-to, or backup-to in the configuration file.",
  },
  "backups.place": { state: "ok", finding: "Backups go to {}; the last is of {}." },
  "backups.bucket": { state: "unknown", finding: "Backups go to {}, which is not asked from here." },
  "backups.old": {
    state: "warning",
    finding: "The last backup in {} is of {}.",
    meaning: "What was stored since is on this disk alone.",
    advice: "Look whether the place is there and has room; the service's log says why it failed.",
  },
  "backups.unknown": {
    state: "warning",
    finding: "There is no backup in {} that is known here.",
    meaning: "What was stored since is on this disk alone.",
    advice: "Look whether the place is there and has room; the service's log says why it failed.",
  },
  "backups.away": {
    state: "fault",
    finding: "The place of the backups cannot be read: {}.",
    meaning: "Nothing is backed up, and nothing can be restored.",
    advice: "Mount the disk or the network drive, or choose another place.",
  },

  "rights.folder": { state: "ok", finding: "The data folder is its owner's alone." },
  "rights.folder-open": {
    state: "warning",
    finding: "Others on this machine may read {} (mode {}).",
    meaning: "Receipts, and the keys of the service, are in it.",
    advice: "Take these rights away: chmod -R go-rwx.",
  },
  "rights.owner": {
    state: "fault",
    finding: "{} belongs to {}, and the service runs as {}.",
    meaning: "The service may not be able to write there.",
    advice: "Give all files of the folder to that user: chown -R.",
  },
  "rights.certificates": {
    state: "warning",
    finding: "Certificates cannot be written: {}.",
    meaning: "HTTPS goes on until the certificate ends, and then browsers warn.",
    advice: "Make the data folder writable for the user of the service.",
  },
  "rights.unknown": { state: "unknown", finding: "Who may read the data folder cannot be told here." },

  "service.installed": { state: "ok", finding: "The service starts with the machine ({})." },
  "service.not-installed": {
    state: "warning",
    finding: "The service does not start with the machine.",
    meaning: "After a power cut nobody can print until somebody starts it.",
    advice: "Install it: tillroll service install.",
  },
  "service.failed": {
    state: "fault",
    finding: "The installed service is not running: {}.",
    meaning: "Nobody can print.",
    advice: "tillroll service status and the service's log say why.",
  },
  "service.manager-unknown": {
    state: "unknown",
    finding: "What starts services on this machine is not known here.",
  },
  "service.running": { state: "ok", finding: "A service runs on the data folder and answers." },
  "service.stopped": { state: "ok", finding: "No service runs on the data folder." },
  "service.silent": {
    state: "fault",
    finding: "A program has the data folder, and does not answer.",
    meaning: "A service hangs, or is just starting; a second one cannot start.",
    advice: "Wait a minute; if it stays so, end that program and start the service.",
  },

  "machine.memory": { state: "ok", finding: "{} of memory are free." },
  "machine.memory-low": {
    state: "warning",
    finding: "Only {} of memory are free.",
    meaning: "The system may end the service, or all gets slow.",
    advice: "End other programs, or give the machine more memory.",
  },
  "machine.language": { state: "ok", finding: "Dates and numbers can be written for {}." },
  "machine.language-missing": {
    state: "warning",
    finding: "Dates and numbers cannot be written as in {}.",
    meaning: "Texts come out in English.",
    advice: "Install the official executable, which has all languages.",
  },
  "machine.version": { state: "ok", finding: "Tillroll {}; a newer one is put in place by tillroll update." },
  "machine.update-unfinished": {
    state: "warning",
    finding: "An update from {} to {} was broken off.",
    meaning: "It is neither in place for good nor taken back.",
    advice: "Run tillroll update --resume.",
  },

  "health.ok": { state: "ok", finding: "The part {} of the service says: {}" },
  "health.degraded": { state: "warning", finding: "The part {} of the service says: {}" },
  "health.failed": { state: "fault", finding: "The part {} of the service says: {}" },

  "service.blind": { state: "unknown", finding: "This could not be looked at: {}." },
} as const satisfies Readonly<Record<string, FindingWords>>;

export type FindingCode = keyof typeof FINDINGS;

/** A finding with its values in their places. @param values of the finding; what is left over is the advice's */
export function found(code: FindingCode, ...values: readonly (string | number)[]): DoctorRow {
  const { state, finding, meaning, advice }: FindingWords = FINDINGS[code];
  const left = values.map(String);
  const fill = (text: string) => text.replaceAll("{}", () => left.shift() ?? "");
  const area = code.split(".")[0] as DoctorArea;
  const said = fill(finding);
  return {
    code,
    area,
    state,
    finding: said,
    meaning: meaning ?? null,
    advice: advice === undefined ? null : fill(advice),
  };
}
