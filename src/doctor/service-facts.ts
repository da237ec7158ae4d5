import type { ServicePorts } from "../domain/port-conflict.ts";
import { OWN_PORT_PROTOCOLS } from "../domain/protocols.ts";
import type { ShopHttpService } from "../http/http-service.ts";
import { findService } from "../platform/running-service.ts";
import { askProgram, type DoctorFacts, type LookedAtPort, portOfPrinter } from "./doctor-facts.ts";

/** What a running service tells its doctor. */
export function serviceFacts(service: ShopHttpService, now: number): DoctorFacts {
  const { dataFolder, health, printing, situations, backups } = service;
  const ports = findService(dataFolder)?.ports ?? null;
  const printers = printing.printers.all();
  return {
    dataFolder,
    service: "answering",
    health: health.report().components,
    host: ports?.host ?? "",
    ports: [
      ...portsOf(ports),
      ...printers.flatMap((each) =>
        OWN_PORT_PROTOCOLS.flatMap((protocol) => {
          const state = printing.printers.portsOf(each.printer)[protocol];
          return state === null ? [] : [portOfPrinter(state.port, protocol, each.printer.name)];
        }),
      ),
    ],
    printers: printers.flatMap((each) => {
      const { name, target } = each.printer;
      if (target === null) return [];
      const { isTrouble, sentence } = situations.of(each);
      return [{ name, target, state: { isWell: !isTrouble, message: sentence } }];
    }),
    backupPlace: backups.place,
    platform: process.platform,
    ask: askProgram,
    now,
  };
}

/** The ports that a service opens itself, each once. */
export function portsOf(ports: ServicePorts | null): LookedAtPort[] {
  const named = Object.entries(ports ?? {}).flatMap(([purpose, given]) =>
    [given].flat().map((port) => ({ purpose, port, isNeeded: purpose === "http" })),
  );
  const open = named.filter((each): each is LookedAtPort => typeof each.port === "number" && each.port > 0);
  return [...new Map(open.map((each) => [each.port, each])).values()];
}
