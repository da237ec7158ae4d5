import { PRINTER_SETTINGS } from "../contract/printer-settings.ts";
import { withoutSecrets } from "../contract/settings.ts";
import type { ShopHttpService } from "../http/http-service.ts";
import type { DiagnosticsPart } from "./bundle.ts";
import { aboutDatabase, aboutFolder, aboutMachine } from "./machine-facts.ts";
import { lastLines, rememberedLines } from "./log-lines.ts";

/** Entries of the audit log in the bundle: what was done, not with what. */
const AUDIT_ENTRIES = 200;

const ANY = {
  since: null,
  until: null,
  act: null,
  actor: null,
  subject: null,
  workspaceId: null,
  before: null,
};

/** The files that a service that runs tells of itself. */
export function serviceParts(service: ShopHttpService): DiagnosticsPart[] {
  const { dataFolder, configuration, stores, printing, deliveries, webhooks, backups, drill } = service;
  const { database, indexStatus, background, health, metrics, writer, clockWatch, log } = service;
  return [
    { file: "machine.json", make: aboutMachine },
    { file: "configuration.json", make: () => configuration },
    { file: "health.json", make: () => health.report() },
    { file: "metrics.txt", make: () => metrics.text() },
    { file: "storage.json", make: () => ({ ...writer.state, queueDepth: writer.depth }) },
    { file: "clock.json", make: () => clockWatch.report() },
    { file: "folder.json", make: () => aboutFolder(dataFolder) },
    { file: "database.json", make: () => aboutDatabase(database) },
    {
      file: "workspaces.json",
      async make() {
        const workspaces = await stores.workspaces.list();
        const told = workspaces.map(async (workspace) => ({
          ...workspace,
          index: await indexStatus.read(workspace),
          rules: (await stores.rules.list(workspace.id)).length,
          rulesProgress: await background.rulesStatus(workspace.id),
        }));
        return Promise.all(told);
      },
    },
    {
      file: "printers.json",
      make: () =>
        printing.printers.all().map((each) => ({
          settings: withoutSecrets(PRINTER_SETTINGS, each.printer),
          state: each.state,
          ports: printing.printers.portsOf(each.printer),
          troubles: printing.printers.troublesOf(each),
          pollTrouble: printing.pollTroubleOf(each.printer.id),
          queue: deliveries.waitingFor(each.printer.id),
        })),
    },
    {
      file: "webhooks.json",
      make: async () => ({
        requests: webhooks.requests,
        webhooks: (await stores.webhooks.list()).map((webhook) => ({ ...webhook, secret: undefined })),
      }),
    },
    {
      file: "backups.json",
      make() {
        const { upToDateAt, snapshot, fault, counts, sendMilliseconds } = backups.record;
        const record = { upToDateAt, snapshot, fault, counts, sendMilliseconds };
        return { place: backups.place, record, lastRun: backups.lastRun, drill: drill?.last ?? null };
      },
    },
    {
      file: "tokens.json",
      make: async () =>
        (await stores.tokens.list()).map((token) => ({ ...token, secretHash: undefined, name: undefined })),
    },
    {
      file: "audit.json",
      make: async () =>
        (await stores.audit.list({ ...ANY, limit: AUDIT_ENTRIES })).map(
          ({ id, at, act, actor, workspaceId }) => {
            return { id, at, act, actor: actor.kind, workspaceId };
          },
        ),
    },
    { file: "log.txt", make: (striker) => rememberedLines(log, striker) },
    { file: "log-file.txt", make: (striker) => lastLines(dataFolder, striker) },
  ];
}

/** Texts that a service knows, and that must not be told wherever they stand. */
export async function secretsOf({ stores }: Pick<ShopHttpService, "stores">): Promise<string[]> {
  const ofPrinters = stores.printers.list().flatMap(({ pollCredentials, tag }) => {
    const credentials =
      pollCredentials === null ? [] : [pollCredentials, ...pollCredentials.split(/[: ]/).slice(1)];
    return [...credentials, ...Object.values(tag)];
  });
  const ofWebhooks = (await stores.webhooks.list()).flatMap(({ secret, url }) => [secret, url]);
  return [...ofPrinters, ...ofWebhooks];
}
