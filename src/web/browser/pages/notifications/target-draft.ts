import type { NotificationAnswer } from "../../../../contract/notification.ts";
import { type MailServer, readMailServer } from "../../../../domain/mail-server.ts";
import {
  type NotificationKind,
  type NotificationLanguage,
  type NotifiedEvent,
  USUAL_EVENTS,
} from "../../../../domain/notification.ts";

/** A target as it is filled in. */
export interface TargetDraft {
  readonly name: string;
  readonly kind: NotificationKind;
  readonly address: string;
  /** Whether mail goes by the service's own server. */
  readonly isServiceServer: boolean;
  readonly host: string;
  readonly port: string;
  readonly security: MailServer["security"];
  readonly user: string;
  readonly password: string;
  /** Empty for none, or the one that there is. */
  readonly token: string;
  /** Empty for all workspaces. */
  readonly workspace: string;
  readonly events: readonly NotifiedEvent[];
  readonly isQuiet: boolean;
  readonly quietFrom: string;
  readonly quietTo: string;
  readonly language: NotificationLanguage;
  /** `auto`, or a number. */
  readonly priority: string;
}

/** What is filled in at first. @param hasServer whether the service has a mail server */
export function newDraft(language: NotificationLanguage, hasServer: boolean): TargetDraft {
  return {
    name: "",
    kind: "mail",
    address: "",
    isServiceServer: hasServer,
    ...serverFields(null),
    token: "",
    workspace: "",
    events: USUAL_EVENTS,
    isQuiet: false,
    quietFrom: "22:00",
    quietTo: "07:00",
    language,
    priority: "auto",
  };
}

/** A target that there is, to be changed. */
export function draftOf(target: NotificationAnswer): TargetDraft {
  const [quietFrom = "22:00", quietTo = "07:00"] = target.quietHours?.split("-") ?? [];
  return {
    ...target,
    isServiceServer: target.server === null,
    ...serverFields(target.server),
    token: "",
    workspace: target.workspace ?? "",
    isQuiet: target.quietHours !== null,
    quietFrom,
    quietTo,
    priority: target.priority === null ? "auto" : String(target.priority),
  };
}

function serverFields(server: string | null) {
  const known = server === null ? null : readMailServer(server);
  if (known === null || typeof known === "string")
    return { host: "", port: "", security: "starttls", user: "", password: "" } as const;
  const { host, port, security, user } = known;
  return { host, port: String(port), security, user: user ?? "", password: "" };
}

/** What is sent to make a target. */
export function bodyOf(draft: TargetDraft): Record<string, unknown> {
  const { kind, address, token } = draft;
  return {
    kind,
    ...commonOf(draft),
    name: draft.name === "" ? address : draft.name,
    ...(kind === "mail" ? { server: serverOf(draft) } : {}),
    ...(kind === "ntfy" && token !== "" ? { secret: token } : {}),
  };
}

/** What is sent to change one: secrets that were not filled in stay. @param before as it was filled in at first */
export function patchOf(draft: TargetDraft, before: TargetDraft): Record<string, unknown> {
  const isOtherServer = serverOf(draft) !== serverOf(before);
  return {
    ...commonOf(draft),
    ...(draft.kind === "mail" && isOtherServer ? { server: serverOf(draft) } : {}),
    ...(draft.kind === "ntfy" && draft.token !== "" ? { secret: draft.token } : {}),
  };
}

function commonOf({ name, address, workspace, events, language, ...draft }: TargetDraft) {
  return {
    name,
    address,
    workspace: workspace === "" ? null : workspace,
    events: [...events],
    quietHours: draft.isQuiet ? `${draft.quietFrom}-${draft.quietTo}` : null,
    language,
    ...(draft.kind === "ntfy" && {
      priority: draft.priority === "auto" ? null : Number(draft.priority),
    }),
  };
}

/** The mail server's address; `null` for that of the service. */
function serverOf(draft: TargetDraft): string | null {
  if (draft.isServiceServer) return null;
  const { host, port, security, user, password } = draft;
  const place = host.includes(":") ? `[${host}]` : host;
  const login = user === "" ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  const scheme = security === "tls" ? "smtps" : "smtp";
  return `${scheme}://${login}${place}${port === "" ? "" : `:${port}`}${security === "none" ? "?security=none" : ""}`;
}
