import { Elysia } from "elysia";
import { changedSettings } from "../audit/told-settings.ts";
import { type InvitedPersonAnswer, NewPerson, type PersonAnswer, PersonPatch } from "../contract/person.ts";
import { read } from "../contract/check.ts";
import type { GivenGrant, GrantAnswer } from "../contract/grant.ts";
import { badRequest } from "../domain/errors.ts";
import { type Grant, grantsOf } from "../domain/grant.ts";
import { formatInstant } from "../domain/instant.ts";
import { PERSON_LIMITS } from "../domain/person-limits.ts";
import { passwordFault } from "../domain/password.ts";
import type { Person, PersonLink, PersonSettings } from "../domain/person.ts";
import { hashSecret, newSecret, SIGN_IN_PATH } from "../domain/token.ts";
import { auditNote } from "./audit-note.ts";
import type { Access } from "./authentication.ts";
import { type Call, idOf, serviceEndpoint } from "./endpoint.ts";
import { addressOf } from "./forwarded.ts";
import type { HttpService } from "./http-service.ts";
import { reachableAddresses } from "./reachable-addresses.ts";
import { replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const PEOPLE = "/api/people";

/** The people who may sign in to the dashboard, and what they may do there. */
export function peopleController(service: HttpService) {
  const people = new PeopleEndpoints(service);
  return new Elysia()
    .get(PEOPLE, ...serviceEndpoint(service, "listPeople", people.list))
    .post(PEOPLE, ...serviceEndpoint(service, "createPerson", people.create))
    .patch(`${PEOPLE}/:personId`, ...serviceEndpoint(service, "updatePerson", people.update))
    .delete(`${PEOPLE}/:personId`, ...serviceEndpoint(service, "removePerson", people.remove))
    .post(`${PEOPLE}/:personId/reset`, ...serviceEndpoint(service, "resetPerson", people.reset));
}

class PeopleEndpoints {
  constructor(private readonly service: HttpService) {}

  readonly list = async (_call: Call, access: Access): Promise<Response> => {
    const all = await this.service.stores.people.list();
    return replyValue(200, { items: await Promise.all(all.map((person) => this.describe(person, access))) });
  };

  readonly create = async (call: Call, access: Access): Promise<Response> => {
    const { authentication, stores, writer } = this.service;
    const { password, ...given } = await readJson(call.request, (body) => read(NewPerson, body));
    const settings = {
      workspaceId: null,
      ...(await this.settingsOf(given)),
      name: given.name,
      role: given.role,
    };
    const fault = password === undefined ? null : passwordFault(password, given.name);
    if (fault !== null) throw badRequest([{ path: "password", message: fault }]);
    const passwordHash = password === undefined ? null : await authentication.passwords.hash(password);
    const made = passwordHash === null ? this.newLink(call) : null;
    const { id } = await writer.submit({
      kind: "person",
      change: { do: "create", settings, passwordHash, link: made?.link ?? null },
      audit: await auditNote(this.service, call, { access, workspace: null }, "person.created", null, {
        ...given,
        by: passwordHash === null ? "link" : "password",
      }),
    });
    const person = await this.describe(await stores.people.get(id), access);
    const answer: InvitedPersonAnswer = { person, link: made?.told ?? null };
    return replyValue(201, answer);
  };

  readonly update = async (call: Call, access: Access): Promise<Response> => {
    const { stores, writer } = this.service;
    const before = await stores.people.get(idOf(call, "personId"));
    const given = await readJson(call.request, (body) => read(PersonPatch, body));
    const { id } = before;
    const grants = await this.grantsOf(before);
    const told = changedSettings({ ...(await this.told(before)), grants }, { ...given });
    const audit = await auditNote(this.service, call, { access, workspace: null }, "person.changed", id, {
      name: before.name,
      ...told,
    });
    await writer.submit({
      kind: "person",
      change: { do: "update", id, settings: await this.settingsOf(given) },
      audit,
    });
    return replyValue(200, await this.describe(await stores.people.get(id), access));
  };

  /** Whoever has forgotten the password, or is to lose it, gets a link instead of it. */
  readonly reset = async (call: Call, access: Access): Promise<Response> => {
    const { stores, writer } = this.service;
    const { id, name } = await stores.people.get(idOf(call, "personId"));
    const { link, told } = this.newLink(call);
    const audit = await auditNote(this.service, call, { access, workspace: null }, "person.reset", id, {
      name,
    });
    await writer.submit({ kind: "person", change: { do: "reset", id, link }, audit });
    const answer: InvitedPersonAnswer = {
      person: await this.describe(await stores.people.get(id), access),
      link: told,
    };
    return replyValue(200, answer);
  };

  readonly remove = async (call: Call, access: Access): Promise<Response> => {
    const { stores, writer } = this.service;
    const person = await stores.people.get(idOf(call, "personId"));
    const { id } = person;
    const answer = await this.describe(person, access);
    const audit = await auditNote(
      this.service,
      call,
      { access, workspace: null },
      "person.removed",
      id,
      await this.told(person),
    );
    await writer.submit({ kind: "person", change: { do: "remove", id }, audit });
    return replyValue(200, answer);
  };

  private newLink(call: Call): { readonly link: PersonLink; readonly told: InvitedPersonAnswer["link"] } {
    const code = newSecret();
    const { clock, host } = this.service;
    const expiresAt = clock() + PERSON_LIMITS.invitationMilliseconds;
    // It is for somebody else, at another device as a rule.
    const [place = ""] = reachableAddresses(addressOf(call.request), host);
    return {
      link: { codeHash: hashSecret(code), expiresAt },
      told: { address: `${place}${SIGN_IN_PATH}${code}`, expiresAt: formatInstant(expiresAt) },
    };
  }

  /** @throws TillrollError NOT_FOUND when there is no such workspace */
  private async settingsOf({
    workspace,
    grants,
    ...given
  }: {
    readonly name?: string;
    readonly role?: Person["role"];
    readonly workspace?: string | null;
    readonly grants?: readonly GivenGrant[];
  }): Promise<Partial<PersonSettings>> {
    return {
      ...given,
      ...(workspace !== undefined && { workspaceId: await this.idOf(workspace) }),
      ...(grants !== undefined && { grants: await Promise.all(grants.map((grant) => this.grantOf(grant))) }),
    };
  }

  private async grantOf({ role, workspace = null, group = null }: GivenGrant): Promise<Grant> {
    return { role, workspaceId: await this.idOf(workspace), shopGroup: workspace === null ? group : null };
  }

  private async idOf(slug: string | null): Promise<number | null> {
    return slug === null ? null : (await this.service.stores.workspaces.get(slug)).id;
  }

  private grantsOf(person: Person): Promise<GrantAnswer[]> {
    const all = grantsOf(person).map(async ({ role, workspaceId, shopGroup: group }) => {
      return { role, workspace: await this.slugOf(workspaceId), group };
    });
    return Promise.all(all);
  }

  private async told({ name, role, workspaceId }: Person) {
    return { name, role, workspace: await this.slugOf(workspaceId) };
  }

  private async slugOf(workspaceId: number | null): Promise<string | null> {
    return workspaceId === null
      ? null
      : ((await this.service.stores.workspaces.findById(workspaceId))?.slug ?? null);
  }

  private async describe(person: Person, access: Access): Promise<PersonAnswer> {
    const { stores, clock } = this.service;
    const { id, passwordAt, createdAt } = person;
    const all = await stores.sessions.list(clock());
    const own = all.filter(({ userId, tokenId }) => userId === id && tokenId === null);
    const lastUsedAt = own[0]?.lastUsedAt ?? null;
    return {
      id,
      ...(await this.told(person)),
      grants: await this.grantsOf(person),
      hasPassword: passwordAt !== null,
      passwordAt: passwordAt === null ? null : formatInstant(passwordAt),
      createdAt: formatInstant(createdAt),
      lastUsedAt: lastUsedAt === null ? null : formatInstant(lastUsedAt),
      sessions: own.length,
      isYou: access.role !== null && access.userId === id,
    };
  }
}
