import { describe, expect, test } from "bun:test";
import { momentBefore, readAge } from "../../src/domain/age.ts";
import { ageOf, RETENTION_PRESETS } from "../../src/retention/presets.ts";

describe.each(RETENTION_PRESETS.map((preset) => [preset.country, preset] as const))("%s", (_, preset) => {
  test("is an age that a rule can have, and never shorter than the law's years", () => {
    const age = readAge(ageOf(preset));
    if (age === null) throw new Error("no age");
    const bought = Date.UTC(2026, 4, 17, 12);
    const { years, isFromYearEnd } = preset;
    const due = isFromYearEnd ? Date.UTC(2027 + years, 0) : Date.UTC(2026 + years, 4, 17, 12);
    expect(momentBefore(due - 1, age)).toBeLessThanOrEqual(bought);
    expect(momentBefore(due + 86_400_000, age)).toBeGreaterThan(bought);
  });

  test("says where it was read, and when", () => {
    expect(new URL(preset.address).protocol).toStartWith("http");
    expect(preset.lookedAt).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(preset.law.length * preset.source.length).toBeGreaterThan(0);
  });
});

test("they are by country, each once", () => {
  const countries = RETENTION_PRESETS.map(({ country }) => country);
  expect(countries).toEqual([...new Set(countries)].toSorted());
});
