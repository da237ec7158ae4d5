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

/** Interfaces that lead to containers, virtual machines and tunnels: a till is on none of them. */
const VIRTUAL_INTERFACE =
  /^(docker|br-|veth|virbr|vbox|vmnet|tun|tap|wg|utun|tailscale|zt|cni|podman|bridge1\d\d)|vEthernet|Hyper-V|VirtualBox|VMware|WSL/i;

/** As {@link networkAddresses}, those that a till on the same network most likely reaches first. */
export function likelyAddresses(): string[] {
  const names = Object.entries(machineInterfaces()).toSorted(
    ([one], [other]) => Number(VIRTUAL_INTERFACE.test(one)) - Number(VIRTUAL_INTERFACE.test(other)),
  );
  return names.flatMap(([, addresses]) =>
    (addresses ?? [])
      // An address that the machine gave itself, because no router gave one, reaches hardly anything.
      .filter(
        ({ family, internal, address }) => family === "IPv4" && !internal && !address.startsWith("169.254."),
      )
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
