import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type {
  HoldBody,
  RetentionPreviewBody,
  RetentionRuleBody,
  RetentionRulesBody,
} from "../../src/contract/retention.ts";
import { type ErrorAnswer, type PrintAnswer, run, Service } from "../service.ts";
import { until } from "../until.ts";

const WORKSPACE = "/api/workspace/default";

let service: Service;
let admin: string;
beforeAll(async () => {
  service = await Service.start({ flags: ["--purge-after", "1s"] });
  admin = (await run(["token", "create", "--scopes", "admin", "--data", service.folder])).stdout.trim();
});
afterAll(() => service.end());

async function ask<Answer>(method: string, path: string, json?: unknown, status = 200): Promise<Answer> {
  const given = json === undefined ? {} : { json };
  const response = await service.fetch(`${WORKSPACE}/${path}`, { method, token: admin, ...given });
  const answer: unknown = await response.json();
  expect([response.status, answer]).toEqual([status, expect.anything()]);
  return answer as Answer;
}

const command = (...words: string[]) => run(["retention", ...words, "--data", service.folder]);

async function stateOf(id: number): Promise<string> {
  const response = await service.prints(`/${id}`);
  if (response.status === 410) return "removed";
  return ((await response.json()) as PrintAnswer).deleted ? "deleted" : "there";
}

describe("rules", () => {
  const condition = { tag: { op: "eq", key: "kind", value: "test" } };

  test("a rule that would delete prints at once shows how many, waits, and deletes once it is confirmed", async () => {
    const ids: number[] = [];
    for (let count = 0; count < 3; count++) ids.push((await service.store({ tag: { kind: "test" } })).id);
    const trial = { rule: { name: "Tests", condition, maxPrints: 1 } };
    const { items } = await ask<RetentionPreviewBody>("POST", "retention-rules/preview", trial);
    expect(items.find(({ name }) => name === "Tests")).toMatchObject({ ruleId: null, prints: 2, bytes: 12 });
    const rule = await ask<RetentionRuleBody>("POST", "retention-rules", trial.rule, 201);
    expect(rule).toMatchObject({ position: 0, keep: false, wouldDelete: 2 });
    expect(Date.parse(rule.appliesFrom ?? "") - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect((await command("run")).stdout).toStartWith("0 prints deleted");
    await ask("POST", `retention-rules/${rule.id}/confirm`);
    const told = await run(["retention", "run", "--data", service.folder]);
    expect(told.stdout).toStartWith("2 prints deleted");
    expect(await Promise.all(ids.map(stateOf))).toEqual(["deleted", "deleted", "there"]);
  });

  test("searches do not find what was deleted, and facets do not count it", async () => {
    const found = await ask<{ total: number }>(
      "POST",
      "prints/search",
      condition.tag && { tag: condition.tag },
    );
    expect(found.total).toBe(1);
    const deleted = await ask<{ total: number }>("POST", "prints/search", {
      tag: condition.tag,
      deleted: true,
    });
    expect(deleted.total).toBe(2);
  });

  test("after its time it is removed for good, and says by what it was", async () => {
    await until(async () => {
      await command("run");
      return (await stateOf(1)) === "removed";
    });
    const gone = (await (await service.prints("/1")).json()) as ErrorAnswer;
    expect(gone).toMatchObject({ code: "GONE", data: { reason: "retention: purge-after" } });
    const { lastRun } = await ask<RetentionRulesBody>("GET", "retention-rules");
    expect(lastRun).toMatchObject({ held: 0, waitingForPaper: 0, resumesAt: null });
  });

  test("a patch keeps what it does not name, and takes limits away with keep", async () => {
    const [rule] = (await ask<RetentionRulesBody>("GET", "retention-rules")).items;
    const path = `retention-rules/${rule?.id}`;
    expect(await ask<object>("PATCH", path, { maxAge: "2y" })).toMatchObject({
      maxAge: "2y",
      maxPrints: 1,
      condition,
    });
    expect(await ask<object>("PATCH", path, { keep: true })).toMatchObject({
      maxAge: null,
      maxPrints: null,
      keep: true,
    });
    expect(await ask<object>("PATCH", path, { maxSize: 10 })).toMatchObject({ maxSize: 10, keep: false });
    expect(await ask<object>("DELETE", path)).toMatchObject({ id: rule?.id });
  });

  test.each([
    ["no limit", { name: "x", condition: {} }, "give maxAge, maxPrints or maxSize"],
    ["a limit and keep", { name: "x", condition: {}, maxAge: "1y", keep: true }, "or else keep: true"],
    ["no age", { name: "x", condition: {}, maxAge: "30" }, "must be an age such as 2y"],
    ["an age of nothing", { name: "x", condition: {}, maxAge: "0d" }, "must be an age"],
    ["a mistyped filter", { name: "x", condition: { lable: "x" }, maxAge: "1y" }, "condition.lable"],
    [
      "a filter that is no condition",
      { name: "x", condition: { deleted: true }, maxAge: "1y" },
      "condition.deleted",
    ],
    ["a long condition", { name: "x", condition: { label: "x".repeat(2000) }, maxAge: "1y" }, "at most 2000"],
  ])("%s is refused", async (_, body, words) => {
    const { message } = await ask<ErrorAnswer>("POST", "retention-rules", body, 400);
    expect(message).toContain(words);
    const previewed = await ask<ErrorAnswer>("POST", "retention-rules/preview", { rule: body }, 400);
    expect(previewed.code).toBe("BAD_REQUEST");
  });

  test("a till's token changes nothing", async () => {
    for (const path of ["retention-rules", "retention-rules/run", "retention-holds"]) {
      const response = await service.fetch(`${WORKSPACE}/${path}`, { method: "POST", json: {} });
      expect([path, response.status]).toEqual([path, 403]);
    }
  });
});

describe("legal holds", () => {
  test("what is held is neither removed nor erased, until an administrator releases it", async () => {
    const { id } = await service.store({ tag: { case: "17" } });
    const condition = { tag: { op: "eq", key: "case", value: "17" } };
    const made = { name: "Case 17", condition, reason: "Asked for" };
    const hold = await ask<HoldBody>("POST", "retention-holds", made, 201);
    expect(hold).toMatchObject({ ...made, releasedAt: null });
    await ask("DELETE", `prints/${id}`);
    const refused = await ask<ErrorAnswer>("POST", `prints/${id}/erase`, { reason: "x" }, 409);
    expect(refused).toMatchObject({ code: "CONFLICT", data: { reason: "LEGAL_HOLD", hold: "Case 17" } });
    // Later than its time, as the others that were deleted then show.
    const other = await service.store();
    await ask("DELETE", `prints/${other.id}`);
    await until(async () => {
      await command("run");
      return (await stateOf(other.id)) === "removed";
    });
    expect(await stateOf(id)).toBe("deleted");
    await ask<ErrorAnswer>("POST", `retention-holds/${hold.id}/release`, {}, 400);
    await ask<HoldBody>("POST", `retention-holds/${hold.id}/release`, { reason: "Over" });
    await ask<ErrorAnswer>("POST", `retention-holds/${hold.id}/release`, { reason: "Over" }, 409);
    expect((await ask<{ items: HoldBody[] }>("GET", "retention-holds")).items).toMatchObject([
      { releaseReason: "Over", releasedBy: expect.stringContaining("token") },
    ]);
    expect(await ask<object>("POST", `prints/${id}/erase`, { reason: "x" })).toMatchObject({ cleared: true });
  });
});

describe("the commands", () => {
  test("a rule that deletes nothing applies at once; one that does waits, or is confirmed with --yes", async () => {
    for (let count = 0; count < 2; count++) await service.store({ deviceId: "kitchen", label: "Kitchen 1" });
    const keeps = await command("add", "Old", "--device", "kitchen", "--max-age", "2y");
    expect(keeps.stdout).toContain("applies");
    const waits = await command("add", "Few", "--label", "Kitchen", "--max-prints", "1", "--position", "0");
    expect(waits.stdout).toContain("It waits for 24 hours before it deletes 1 prints");
    const [few] = (await ask<RetentionRulesBody>("GET", "retention-rules")).items;
    const confirmed = await command("update", String(few?.id), "--max-size", "1kB", "--yes");
    expect(confirmed.stdout).toContain("newest 1, newest 1 kB");
    expect((await command("run")).stdout).toStartWith("1 prints deleted");
    const { stdout } = await command("list");
    expect(stdout).toContain("--purge-after 1s");
    for (const { id } of (await ask<RetentionRulesBody>("GET", "retention-rules")).items)
      expect((await command("remove", String(id))).exitCode).toBe(0);
  });

  test("a preview shows what a rule would delete, also with a condition as JSON", async () => {
    const { stdout } = await command("preview", "--condition", '{"deviceId":"kitchen"}', "--max-size", "1B");
    expect(stdout).toMatch(/\(this rule\) +1 +6 bytes/);
    expect((await command("preview")).stdout).toContain("--purge-after");
  });

  test.each([
    [["add", "x", "--max-size", "20B"], 0, ""],
    [["add", "x"], 1, "give maxAge, maxPrints or maxSize"],
    [["add", "x", "--max-age", "30"], 1, "must be an age such as"],
    [["add", "x", "--max-size", "much"], 2, "must be a size such as"],
    [["add", "x", "--max-age", "1y", "--condition", "{"], 2, "must be JSON"],
    [["add", "x", "--max-age", "1y", "--condition", "{}", "--device", "y"], 2, "either --condition or"],
    [["update", "99", "--max-age", "1y"], 1, "There is no rule 99"],
    [["hold", "x", "--reason", "y"], 2, "Say for which prints"],
    [["hold", "x", "--device", "y"], 2, "--reason is missing"],
    [["release", "99", "--reason", "y"], 1, "There is no hold 99"],
  ])("retention %p exits with %d", async (words, exitCode, message) => {
    const { exitCode: code, stderr } = await command(...words);
    expect([code, stderr]).toEqual([exitCode, expect.stringContaining(message)]);
  });
});

test("a service does not start with limits that are none", async () => {
  for (const [flag, value] of [
    ["--max-age", "0d"],
    ["--max-size", "big"],
    ["--max-size", "20"],
    ["--max-size", "20kB"],
    ["--max-age", "2m"],
    ["--purge-after", "soon"],
  ] as const) {
    const { exitCode, stderr } = await run(["serve", flag, value, "--data", service.folder, "--port", "0"]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(flag)]);
  }
});
