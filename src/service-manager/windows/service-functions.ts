import { dlopen, type FFIFunction, type Library } from "bun:ffi";

/** What of `advapi32.dll` is used for services: handles are numbers of 64 bits, results are Windows' BOOL. */
export const SERVICE_FUNCTIONS = {
  OpenSCManagerW: { args: ["ptr", "ptr", "u32"], returns: "u64" },
  OpenServiceW: { args: ["u64", "ptr", "u32"], returns: "u64" },
  CreateServiceW: {
    args: ["u64", "ptr", "ptr", "u32", "u32", "u32", "u32", "ptr", "ptr", "ptr", "ptr", "ptr", "ptr"],
    returns: "u64",
  },
  ChangeServiceConfigW: {
    args: ["u64", "u32", "u32", "u32", "ptr", "ptr", "ptr", "ptr", "ptr", "ptr", "ptr"],
    returns: "i32",
  },
  ChangeServiceConfig2W: { args: ["u64", "u32", "ptr"], returns: "i32" },
  StartServiceW: { args: ["u64", "u32", "ptr"], returns: "i32" },
  ControlService: { args: ["u64", "u32", "ptr"], returns: "i32" },
  QueryServiceStatusEx: { args: ["u64", "u32", "ptr", "u32", "ptr"], returns: "i32" },
  DeleteService: { args: ["u64"], returns: "i32" },
  CloseServiceHandle: { args: ["u64"], returns: "i32" },
  StartServiceCtrlDispatcherW: { args: ["ptr"], returns: "i32" },
  RegisterServiceCtrlHandlerExW: { args: ["ptr", "u64", "ptr"], returns: "u64" },
  SetServiceStatus: { args: ["u64", "ptr"], returns: "i32" },
} as const satisfies Readonly<Record<string, FFIFunction>>;

/** What of `kernel32.dll` is used beside. */
export const SYSTEM_FUNCTIONS = {
  GetLastError: { args: [], returns: "u32" },
  VirtualAlloc: { args: ["ptr", "u64", "u32", "u32"], returns: "u64" },
  VirtualProtect: { args: ["u64", "u64", "u32", "ptr"], returns: "i32" },
} as const satisfies Readonly<Record<string, FFIFunction>>;

export type ServiceLibrary = Library<typeof SERVICE_FUNCTIONS>["symbols"] &
  Library<typeof SYSTEM_FUNCTIONS>["symbols"];

let loaded: ServiceLibrary | null = null;

/** @throws Error where there is no Windows, or Bun cannot call its functions */
export function loadServiceLibrary(): ServiceLibrary {
  loaded ??= {
    ...dlopen("advapi32.dll", SERVICE_FUNCTIONS).symbols,
    ...dlopen("kernel32.dll", SYSTEM_FUNCTIONS).symbols,
  };
  return loaded;
}

/** Whether this process has an administrator's rights. */
export function isElevated(): boolean {
  try {
    const { symbols } = dlopen("shell32.dll", { IsUserAnAdmin: { args: [], returns: "i32" } });
    return symbols.IsUserAnAdmin() !== 0;
  } catch {
    // What needs the right will say so.
    return true;
  }
}
