import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { COMMANDS } from "../../src/cli/cli.ts";
import { ApiReference, operationsOf } from "../api-reference.ts";
import { Service } from "../service.ts";

/*
 * Whatever can be done at a terminal can be done from elsewhere too: each command has its operations, or a reason why it is
 * one of this machine alone.
 */

/** The operations of the API that do what a command does, by their ids in the reference. */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  "config show": ["readConfiguration"],
  "config check": ["checkConfiguration"],
  "session list": ["listSessions"],
  "session end": ["endSession"],
  "user create": ["createPerson"],
  "user list": ["listPeople"],
  "user role": ["updatePerson"],
  "user reset": ["resetPerson"],
  "user remove": ["removePerson"],
  "workspace create": ["createWorkspace"],
  "workspace update": ["updateWorkspaceSettings"],
  "workspace list": ["listWorkspaces", "readWorkspaceSettings"],
  "token create": ["createToken"],
  "archive token create": ["createToken"],
  "token list": ["listTokens"],
  "token revoke": ["revokeToken"],
  "printer add": ["createPrinter"],
  "printer update": ["updatePrinter"],
  "printer list": ["listPrinters", "readPrinter"],
  "printer remove": ["removePrinter"],
  "printer simulate": ["simulatePrinter"],
  "printer test": ["testPrinter"],
  "printer pair": ["pairPrinter"],
  "printer poll-address": ["makePollAddress"],
  "printer release": ["releaseHeld"],
  "printer cancel": ["cancelHeld"],
  "printer detect": ["detectPrinters"],
  "rule add": ["createRule"],
  "rule update": ["updateRule"],
  "rule list": ["listRules"],
  "rule remove": ["removeRule"],
  "rule test": ["tryRule", "previewRule"],
  "rule apply": ["applyRules"],
  "rule defaults": ["switchDefaultRules"],
  "fiscal report": ["reportFiscalCodes", "readFiscalCodes"],
  "fiscal certificates": ["listFiscalCertificates"],
  "fiscal certificate add": ["addFiscalCertificate"],
  "fiscal certificate remove": ["removeFiscalCertificate"],
  "retention add": ["createRetentionRule"],
  "retention update": ["updateRetentionRule"],
  "retention list": ["listRetentionRules"],
  "retention remove": ["removeRetentionRule"],
  "retention preview": ["previewRetention"],
  "retention confirm": ["confirmRetentionRule", "confirmRetentionLimits"],
  "retention run": ["runRetention"],
  "retention presets": ["listRetentionPresets"],
  "retention hold": ["createHold"],
  "retention holds": ["listHolds"],
  "retention release": ["releaseHold"],
  erase: ["erasePrint"],
  print: ["createPrintFromBytes", "createPrintFromJson", "createTestPrint"],
  printed: ["readPrintDeliveries"],
  export: ["exportPrints"],
  gaps: ["findGaps"],
  cards: ["listCards"],
  "cards scan": ["scanForCards"],
  "upstream join": ["joinUpstream"],
  "upstream limit": ["limitUpstream"],
  "upstream status": ["readUpstream"],
  "upstream leave": ["leaveUpstream"],
  "upstream pull": ["pullUpstream"],
  diff: ["comparePrint", "compareAsPng", "compareAsSvg"],
  "reference approve": ["approvePrint"],
  "reference list": ["listReferences"],
  "reference remove": ["removeReference"],
  "reference check": ["judgeNewestPrint"],
  "notification add": ["createNotification"],
  "notification update": ["updateNotification"],
  "notification list": ["listNotifications"],
  "notification remove": ["removeNotification"],
  "notification test": ["testNotification"],
  models: ["listModels"],
  reindex: ["rebuildIndex", "readIndexStatus"],
  "backup verify": ["verifyBackup"],
  backup: ["makeBackup", "readBackups"],
  "backup list": ["listBackups"],
  "journal verify": ["verifyJournal", "readJournal"],
  "journal seals": ["listSeals", "proveGrowth"],
  "journal seal": ["sealJournal"],
  "journal export": ["exportJournal"],
  "journal proof": ["readProof"],
  scrub: ["readScrub", "beginScrub"],
  clock: ["readClock"],
  "clock accept": ["acceptClock"],
  "clock repair": ["repairClock"],
  certificate: ["readCertificate"],
  "certificate replace": ["replaceCertificate"],
  "certificate renew": ["renewCertificate", "renewAuthority"],
  audit: ["listAudit", "exportAudit"],
  doctor: ["readDoctor"],
  diagnostics: ["makeDiagnostics", "readSystem", "readLog"],
  health: ["health"],
  licenses: ["readLicenses"],
};

/** Why a command is none of the API's. */
const REASONS: Readonly<Record<string, string>> = {
  serve: "It is what answers.",
  archive: "It is what answers.",
  "archive sign-in": "As sign-in.",
  "archive enrol": "The API of an archive has it (enrolShop); this is that of a shop.",
  "archive revoke": "As archive enrol: revokeShop.",
  "archive rotate": "As archive enrol: rotateShop.",
  "archive shops": "As archive enrol: listShops.",
  "service install": "It changes how the machine starts, with its administrator's rights.",
  "service uninstall": "As service install.",
  "service start": "There is nothing to ask before.",
  "service stop": "There is nobody left to ask for a start.",
  "service restart": "As service stop, where the start fails.",
  "service status": "It asks the manager of the machine; who is answered by the API knows that it runs.",
  "sign-in": "It is how the first administrator comes in; who asks the API is in.",
  "journal check": "It reads files that somebody was given, and no service.",
  compact: "The service must be stopped.",
  decode: "It reads files, and no service; a stored print has its preview.",
  "fiscal check": "It reads files, and no service; a stored print has its codes.",
  lint: "It reads files, and no service.",
  repair: "It reads a database that no service can open.",
  restore: "It puts another database in the place of the one that would answer.",
  update: "It replaces the program that would answer, and must be able to take that back.",
  "update rehearse": "It reads a folder of the machine.",
  "certificate export": "Everybody gets it at /trust, also devices that cannot sign in yet.",
};

let service: Service;
let operations: ReadonlySet<string>;
beforeAll(async () => {
  service = await Service.start();
  const { document } = await ApiReference.read(service.address);
  operations = new Set(operationsOf(document).map(({ operation }) => operation.operationId ?? ""));
});
afterAll(() => service.end());

const NAMES = [...new Set(COMMANDS.map(({ name }) => name))];

describe("what the command line can do", () => {
  test.each(NAMES)("%s has its operation, or a reason", (name) => {
    const has = [name in OPERATIONS, name in REASONS];
    expect([name, has.filter(Boolean).length]).toEqual([name, 1]);
  });

  test("every operation that is named is one of the reference", () => {
    const named = Object.values(OPERATIONS).flat();
    expect(named.filter((id) => !operations.has(id))).toEqual([]);
  });

  test("no command is named that is none", () => {
    const known = [...Object.keys(OPERATIONS), ...Object.keys(REASONS)];
    expect(known.filter((name) => !NAMES.includes(name))).toEqual([]);
  });
});
