import { type Awaitable, whenAllThere, whenThere } from "../domain/awaitable.ts";
import { Elysia } from "elysia";
import { read } from "../contract/check.ts";
import type { GrantedAnswer } from "../contract/grant.ts";
import { MePatch, NewPassword, type SignInCodeAnswer } from "../contract/person.ts";
import type { MeAnswer, WorkspaceAnswer } from "../contract/service.ts";
import { badRequest, TillrollError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { PERSON_LIMITS } from "../domain/person-limits.ts";
import { passwordFault } from "../domain/password.ts";
import type { Person } from "../domain/person.ts";
import { rightsOf } from "../domain/rights.ts";
import { SIGN_IN_PATH } from "../domain/token.ts";
import type { Session, User } from "../domain/session.ts";
import type { Workspace } from "../domain/workspace.ts";
import { qrSvg } from "../symbols/qr-svg.ts";
import { describeWorkspace } from "./account-controller.ts";
import { auditNote } from "./audit-note.ts";
import type { Access } from "./authentication.ts";
import { asOperation, type Call, endpoint } from "./endpoint.ts";
import { addressOf } from "./forwarded.ts";
import { workspacesSeenBy } from "./granted-access.ts";
import type { HttpService } from "./http-service.ts";
import { reachableAddresses } from "./reachable-addresses.ts";
import { replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

/** Who asks: what they may do, their name and password, and their phone. */
export function meController(service: HttpService) {
  const me = new MeEndpoints(service);
  const to = (answer: (call: Call, access: Access) => Response | Promise<Response>) =>
    endpoint(service, (call) =>
      whenThere(service.authentication.authenticate(call), (access) => answer(call, access)),
    );
  return new Elysia()
    .get("/api/me", to(me.show), asOperation("readMe"))
    .patch("/api/me", to(me.rename), asOperation("updateMe"))
    .post("/api/me/password", to(me.setPassword), asOperation("setPassword"))
    .post("/api/sign-in-codes", to(me.makeCode), asOperation("makeSignInCode"))
    .get("/api/sign-in-codes/:codeId", to(me.waitForCode), asOperation("waitForSignInCode"));
}

class MeEndpoints {
  constructor(private readonly service: HttpService) {}

  readonly show = (_call: Call, access: Access): Awaitable<Response> =>
    whenThere(this.describe(access), (me) => replyValue(200, me));

  readonly rename = async (call: Call, access: Access): Promise<Response> => {
    const { person } = await this.personOf(access);
    const settings = await readJson(call.request, (body) => read(MePatch, body));
    const { id } = person;
    const changed = { name: [person.name, settings.name ?? person.name] };
    const audit = await auditNote(this.service, call, { access, workspace: null }, "person.changed", id, {
      changed,
    });
    await this.service.writer.submit({ kind: "person", change: { do: "update", id, settings }, audit });
    return replyValue(200, await this.describe(access));
  };

  readonly setPassword = async (call: Call, access: Access): Promise<Response> => {
    const { person, session } = await this.personOf(access);
    const { password, current } = await readJson(call.request, (body) => read(NewPassword, body));
    const fault = passwordFault(password, person.name);
    if (fault !== null) throw badRequest([{ path: "password", message: fault }]);
    if (this.needsPassword(person, session)) await this.checkPassword(call, person, current ?? "");
    const passwordHash = await this.service.authentication.passwords.hash(password);
    const { id, name } = person;
    const audit = await auditNote(
      this.service,
      call,
      { access, workspace: null },
      "person.password-set",
      id,
      {
        name,
      },
    );
    const change = { do: "password", id, passwordHash, keptSession: session.id } as const;
    await this.service.writer.submit({ kind: "person", change, audit });
    return replyValue(200, await this.describe(access));
  };

  readonly makeCode = async (call: Call, access: Access): Promise<Response> => {
    const { session } = access;
    if (session === null) {
      const message = "A phone signs in as somebody who is signed in to the dashboard, not by a token.";
      throw new TillrollError("CONFLICT", message);
    }
    const { authentication, clock, writer, host } = this.service;
    const owner = { sessionId: session.id, userId: session.userId, tokenId: session.tokenId };
    const audit = await auditNote(
      this.service,
      call,
      { access, workspace: null },
      "sign-in-code.created",
      session.id,
    );
    // On a full disk nothing is entered, and the owner gets in all the same.
    await writer.submit({ kind: "audit", change: { do: "add", note: audit } }).catch(() => {});
    const { id, code } = authentication.phoneCodes.make(owner);
    const places = reachableAddresses(addressOf(call.request), host);
    const addresses = places.map((address) => `${address}${SIGN_IN_PATH}${code}`);
    const answer: SignInCodeAnswer = {
      id,
      addresses,
      svg: qrSvg(addresses[0] ?? ""),
      expiresAt: formatInstant(clock() + PERSON_LIMITS.phoneCodeMilliseconds),
    };
    return replyValue(201, answer);
  };

  readonly waitForCode = async (call: Call, access: Access): Promise<Response> => {
    call.withoutIdleTimeout();
    const { phoneCodes } = this.service.authentication;
    const sessionId = access.session?.id ?? "";
    const state = await phoneCodes.wait(call.parameter("codeId"), sessionId, call.request.signal);
    return replyValue(200, { state });
  };

  /** Who asks as a person of their own. @throws TillrollError CONFLICT for a token, and what rests on one */
  private async personOf({ userId, session, role }: Access): Promise<{
    readonly person: Person;
    readonly session: Session;
  }> {
    if (session !== null && role !== null)
      return { person: await this.service.stores.people.get(userId), session };
    const message = "A token has no name and no password of its own; sign in as a person.";
    throw new TillrollError("CONFLICT", message);
  }

  /** Whoever has just come by a link has been let in by the machine's owner, and may have forgotten the password. */
  private needsPassword({ passwordAt }: Person, { openedBy, createdAt }: Session): boolean {
    const isFresh = this.service.clock() - createdAt < PERSON_LIMITS.freshMilliseconds;
    return passwordAt !== null && !(openedBy === "link" && isFresh);
  }

  private async checkPassword(call: Call, { name }: Person, current: string): Promise<void> {
    const { passwords } = this.service.authentication;
    // The person is signed in from here.
    const person = await passwords.check(name, current, call.address, () => true);
    if (person === null) throw badRequest([{ path: "current", message: "is not your password." }]);
  }

  private describe(access: Access): Awaitable<MeAnswer> {
    const { stores } = this.service;
    const { userId, role, session } = access;
    const known = stores.sessions.findUser(userId);
    const found = role === null ? null : stores.people.find(userId);
    const visible = whenThere(workspacesSeenBy(stores.workspaces, access), (seen) => this.described(seen));
    return whenAllThere<[User | null, Person | null, DescribedWorkspaces], MeAnswer>(
      [known, found, visible],
      ([user, person, { seen, first }]) => ({
        user: user === null ? null : { id: user.id, name: user.name },
        workspace: first,
        scopes: [...access.scopes],
        role,
        rights: rightsOf(access),
        grants: describeGranted(access, seen),
        hasPassword: person !== null && person.passwordAt !== null,
        needsPassword: person !== null && session !== null && this.needsPassword(person, session),
        isArchive: this.service.isArchive,
      }),
    );
  }

  private described(seen: readonly Workspace[]): Awaitable<DescribedWorkspaces> {
    const [first] = seen;
    if (first === undefined) return { seen, first: null };
    return whenThere(this.service.workspacesOfShops([first.id]), (ofShops) => ({
      seen,
      first: describeWorkspace(first, ofShops),
    }));
  }
}

/** The workspaces that may be looked at, and what is answered of the first. */
interface DescribedWorkspaces {
  readonly seen: readonly Workspace[];
  readonly first: WorkspaceAnswer | null;
}

/** What may be done where. @param seen the workspaces that may be looked at */
function describeGranted(
  { granted, scopes, workspaceId }: Access,
  seen: readonly Workspace[],
): GrantedAnswer[] {
  const all = granted ?? [{ workspaceId, shopGroup: null, scopes }];
  return all.map((one) => ({
    workspace: seen.find(({ id }) => id === one.workspaceId)?.slug ?? null,
    group: one.shopGroup,
    scopes: [...one.scopes],
  }));
}
