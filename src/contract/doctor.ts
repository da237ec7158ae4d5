import type { Static } from "@sinclair/typebox";
import { instant } from "./fields.ts";
import * as t from "./schema.ts";

/** How what was looked at is. */
export const DOCTOR_STATES = ["ok", "warning", "fault", "unknown"] as const;

export type DoctorState = (typeof DOCTOR_STATES)[number];

/** What is looked at, in the order in which it is told. */
export const DOCTOR_AREAS = [
  "disk",
  "database",
  "clock",
  "ports",
  "firewall",
  "printers",
  "backups",
  "rights",
  "service",
  "machine",
  "health",
] as const;

export type DoctorArea = (typeof DOCTOR_AREAS)[number];

export const DoctorFinding = t.object(
  {
    code: t.anyText("What was found, for programs, such as disk.space-low."),
    area: t.described(t.choice(DOCTOR_AREAS), "What was looked at: the code up to its dot."),
    state: t.described(t.choice(DOCTOR_STATES), "How it is; unknown where it cannot be told."),
    finding: t.anyText("What was found, a sentence."),
    meaning: t.nullable(t.anyText("A sentence."), "What that means."),
    advice: t.nullable(t.anyText("A sentence."), "What to do."),
  },
  { name: "DoctorFinding" },
);

export const Doctor = t.object(
  {
    lookedAt: instant("When all was looked at."),
    state: t.described(t.choice(DOCTOR_STATES), "The worst of all; unknown does not count."),
    findings: t.list(DoctorFinding, null, "What was found, area by area."),
  },
  { name: "Doctor" },
);

export type DoctorRow = Static<typeof DoctorFinding>;
export type DoctorAnswer = Static<typeof Doctor>;
