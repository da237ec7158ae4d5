import { networkInterfaces } from "node:os";

/** The IPv4 addresses under which other machines on the network may reach this one. */
export function networkAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? [])
      .filter(({ family, internal }) => family === "IPv4" && !internal)
      .map(({ address }) => address),
  );
}
