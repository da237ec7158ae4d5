import { ptr } from "bun:ffi";
import { MILLISECONDS_PER_SECOND } from "../../domain/limits.ts";
import { wideText } from "../../platform/wide-text.ts";
import { SERVICE_NAMES } from "../service-plan.ts";
import { loadServiceLibrary, type ServiceLibrary } from "./service-functions.ts";

/*
 * The service manager of Windows (winsvc.h). What goes wrong is told by the system's number.
 */

/** SC_MANAGER_CONNECT and SC_MANAGER_CREATE_SERVICE. */
const MANAGER_ACCESS = 0x1 | 0x2;
const MANAGER_CONNECT = 0x1;

/** SERVICE_ALL_ACCESS; SERVICE_QUERY_CONFIG and SERVICE_QUERY_STATUS, which every user has. */
const ALL_ACCESS = 0xf01ff;
const QUERY_ACCESS = 0x1 | 0x4;

/** SERVICE_WIN32_OWN_PROCESS, SERVICE_AUTO_START, SERVICE_ERROR_NORMAL. */
const OWN_PROCESS = 0x10;
const AUTO_START = 2;
const ERROR_NORMAL = 1;

/** What ChangeServiceConfig2W changes, by its numbers. */
const CONFIG = {
  description: 1,
  failureActions: 2,
  failureActionsFlag: 4,
  serviceSid: 5,
  preshutdown: 7,
} as const;

const SERVICE_SID_UNRESTRICTED = 1;
const SC_ACTION_RESTART = 1;
const CONTROL_STOP = 1;

/** ERROR_ACCESS_DENIED and others that have a meaning of their own here. */
export const WINDOWS_ERRORS = {
  accessDenied: 5,
  unknownLevel: 124,
  alreadyRunning: 1056,
  doesNotExist: 1060,
  notActive: 1062,
  exists: 1073,
} as const;

/** Waits before the service is started again after a failure, milliseconds; the last one counts for all that follow. */
const RESTART_WAITS = [
  2 * MILLISECONDS_PER_SECOND,
  5 * MILLISECONDS_PER_SECOND,
  30 * MILLISECONDS_PER_SECOND,
];

/** After how long without a failure they are counted anew, seconds. */
const FAILURES_FORGOTTEN_SECONDS = 24 * 60 * 60;

/** How long Windows waits for it before a shutdown goes on, milliseconds. */
const PRESHUTDOWN_MILLISECONDS = 20 * MILLISECONDS_PER_SECOND;

const DESCRIPTION =
  "Stores every receipt that POS software prints, and passes it on to the printers of the shop. Without it tills print nothing.";

/** States of SERVICE_STATUS. */
export const WINDOWS_STATES = { stopped: 1, startPending: 2, stopPending: 3, running: 4 } as const;

/** SERVICE_STATUS_PROCESS: its bytes, and where what is read stands in it. */
const STATUS_BYTES = 36;
const STATUS = { state: 4, win32ExitCode: 12, specificExitCode: 16, processId: 28 };

/** How the service is, as the manager says. */
export interface WindowsServiceStatus {
  readonly state: number;
  /** What it ended with; 0 for well. */
  readonly exitCode: number;
  readonly processId: number;
}

/** A call of the service manager failed. */
export class WindowsServiceError extends Error {
  override readonly name = "WindowsServiceError";

  /** @param number the system's, such as 5 for ERROR_ACCESS_DENIED */
  constructor(
    readonly call: string,
    readonly number: number,
  ) {
    super(`${call} failed with Windows' error ${number}`);
  }
}

/**
 * Makes the service, or changes the one that is there: it starts with the machine, and again after a failure. It is not among
 * those whose start Windows delays by minutes, for tills print as soon as they are switched on.
 * @param command the command line that starts it
 * @param account the account that it runs as
 * @throws WindowsServiceError
 */
export function createWindowsService(
  command: string,
  account: string,
  library: ServiceLibrary = loadServiceLibrary(),
): void {
  withManager(library, MANAGER_ACCESS, (manager) => {
    const [name, path, user] = [SERVICE_NAMES.win32, command, account].map(wideText);
    const title = wideText("Tillroll print spooler");
    if (name === undefined || path === undefined || user === undefined) return;
    const kind = [OWN_PROCESS, AUTO_START, ERROR_NORMAL] as const;
    let service = library.CreateServiceW(
      manager,
      name,
      title,
      ALL_ACCESS,
      ...kind,
      path,
      null,
      null,
      null,
      user,
      null,
    );
    if (service === 0n) {
      const number = library.GetLastError();
      if (number !== WINDOWS_ERRORS.exists) throw new WindowsServiceError("CreateService", number);
      service = library.OpenServiceW(manager, name, ALL_ACCESS);
      if (service === 0n) throw failed("OpenService", library);
      check(
        "ChangeServiceConfig",
        library.ChangeServiceConfigW(service, ...kind, path, null, null, null, user, null, title),
        library,
      );
    }
    try {
      configure(service, library);
    } finally {
      library.CloseServiceHandle(service);
    }
  });
}

function configure(service: bigint, library: ServiceLibrary): void {
  const description = wideText(DESCRIPTION);
  const actions = new Uint32Array(RESTART_WAITS.flatMap((wait) => [SC_ACTION_RESTART, wait]));
  const structures: Readonly<Record<keyof typeof CONFIG, Buffer | Uint32Array>> = {
    description: pointers(ptr(description)),
    // Seconds, a message, a command, a count, and the actions.
    failureActions: pointers(FAILURES_FORGOTTEN_SECONDS, 0n, 0n, RESTART_WAITS.length, ptr(actions)),
    // An end with an exit code counts as a failure too, not only a crash.
    failureActionsFlag: new Uint32Array([1]),
    serviceSid: new Uint32Array([SERVICE_SID_UNRESTRICTED]),
    preshutdown: new Uint32Array([PRESHUTDOWN_MILLISECONDS]),
  };
  for (const name of Object.keys(CONFIG) as (keyof typeof CONFIG)[]) {
    if (library.ChangeServiceConfig2W(service, CONFIG[name], structures[name]) !== 0) continue;
    const number = library.GetLastError();
    // What a system does not know it does without.
    if (number !== WINDOWS_ERRORS.unknownLevel) throw new WindowsServiceError("ChangeServiceConfig2", number);
  }
  // Read here, so that nothing of it was freed before the calls.
  if (description.length + actions.length === 0) throw new Error("there is no description");
}

/** @throws WindowsServiceError */
export function startWindowsService(library: ServiceLibrary = loadServiceLibrary()): void {
  withService(library, ALL_ACCESS, (service) => {
    if (library.StartServiceW(service, 0, null) !== 0) return;
    const number = library.GetLastError();
    if (number !== WINDOWS_ERRORS.alreadyRunning) throw new WindowsServiceError("StartService", number);
  });
}

/** Tells the service to stop, and does not wait until it has. @throws WindowsServiceError */
export function stopWindowsService(library: ServiceLibrary = loadServiceLibrary()): void {
  withService(library, ALL_ACCESS, (service) => {
    if (library.ControlService(service, CONTROL_STOP, Buffer.alloc(STATUS_BYTES)) !== 0) return;
    const number = library.GetLastError();
    if (number !== WINDOWS_ERRORS.notActive) throw new WindowsServiceError("ControlService", number);
  });
}

/** Forgets the service. @throws WindowsServiceError */
export function deleteWindowsService(library: ServiceLibrary = loadServiceLibrary()): void {
  withService(library, ALL_ACCESS, (service) =>
    check("DeleteService", library.DeleteService(service), library),
  );
}

/** @returns how it is; `null` where there is no such service @throws WindowsServiceError */
export function readWindowsService(
  library: ServiceLibrary = loadServiceLibrary(),
): WindowsServiceStatus | null {
  try {
    return withService(library, QUERY_ACCESS, (service) => {
      const [status, needed] = [Buffer.alloc(STATUS_BYTES), new Uint32Array(1)];
      const done = library.QueryServiceStatusEx(service, 0, status, status.length, needed);
      check("QueryServiceStatusEx", done, library);
      return {
        state: status.readUInt32LE(STATUS.state),
        exitCode: status.readUInt32LE(STATUS.specificExitCode) || status.readUInt32LE(STATUS.win32ExitCode),
        processId: status.readUInt32LE(STATUS.processId),
      };
    });
  } catch (error) {
    if (error instanceof WindowsServiceError && error.number === WINDOWS_ERRORS.doesNotExist) return null;
    throw error;
  }
}

function withService<Result>(
  library: ServiceLibrary,
  access: number,
  work: (service: bigint) => Result,
): Result {
  return withManager(library, MANAGER_CONNECT, (manager) => {
    const service = library.OpenServiceW(manager, wideText(SERVICE_NAMES.win32), access);
    if (service === 0n) throw failed("OpenService", library);
    try {
      return work(service);
    } finally {
      library.CloseServiceHandle(service);
    }
  });
}

function withManager<Result>(
  library: ServiceLibrary,
  access: number,
  work: (manager: bigint) => Result,
): Result {
  const manager = library.OpenSCManagerW(null, null, access);
  if (manager === 0n) throw failed("OpenSCManager", library);
  try {
    return work(manager);
  } finally {
    library.CloseServiceHandle(manager);
  }
}

function check(call: string, result: number, library: ServiceLibrary): void {
  if (result === 0) throw failed(call, library);
}

function failed(call: string, library: ServiceLibrary): WindowsServiceError {
  return new WindowsServiceError(call, library.GetLastError());
}

/** A structure of pointers and numbers, each of 64 bits as on all machines that are built for. */
function pointers(...values: readonly (bigint | number)[]): Buffer {
  const structure = Buffer.alloc(values.length * 8);
  values.forEach((value, index) => structure.writeBigUInt64LE(BigInt(value), index * 8));
  return structure;
}

/** A command line that Windows splits into these words again (CommandLineToArgvW). */
export function windowsCommand(words: readonly string[]): string {
  return words
    .map((word) => {
      if (/^[^\s"]+$/.test(word)) return word;
      const escaped = word.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1");
      return `"${escaped}"`;
    })
    .join(" ");
}
