/** Loaded when it is asked: not every thread that knows this file needs it. */
const os = () => process.getBuiltinModule("node:os");

/** The machine's interfaces; none while the system cannot tell them, as when it has only just started. */
export function machineInterfaces(): ReturnType<typeof import("node:os").networkInterfaces> {
  try {
    return os().networkInterfaces();
  } catch {
    return {};
  }
}

/** The IPv4 addresses under which other machines on the network may reach this one. */
export function networkAddresses(): string[] {
  return Object.values(machineInterfaces()).flatMap((addresses) =>
    (addresses ?? [])
      .filter(({ family, internal }) => family === "IPv4" && !internal)
      .map(({ address }) => address),
  );
}

/** All addresses of this machine, as the system writes them. */
export function allAddresses(): string[] {
  return Object.values(machineInterfaces()).flatMap((addresses) =>
    (addresses ?? []).map(({ address }) => address),
  );
}

/** Whether a name or an address, as it is written in a printer's target, is this machine's. */
export function isThisMachine(host: string): boolean {
  const name = host.toLowerCase();
  if (name === "localhost" || name === "0.0.0.0" || name === "::" || name === os().hostname().toLowerCase())
    return true;
  if (name.startsWith("127.")) return true;
  return Object.values(machineInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === name),
  );
}
