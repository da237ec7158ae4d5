import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunCommand } from "../run-command.ts";
import { runOrThrow } from "../service-manager.ts";
import { SERVICE_NAMES, serveWordsLoggingTo, type ServicePlan } from "../service-plan.ts";
import { windowsCommand } from "./service-control.ts";

/** The account of a task: LocalService, by its number, which is the same in all languages of Windows. */
export const TASK_ACCOUNT = "*S-1-5-19";

/** How often a task that has failed is started again, and how many times. */
const RESTART_INTERVAL = "PT1M";
const RESTART_COUNT = 999;

const NAME = SERVICE_NAMES.win32;

/** A task that starts the service with the machine and again after a failure, as the Task Scheduler reads it. */
export function taskText(plan: ServicePlan): string {
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>Tillroll print spooler</Description></RegistrationInfo>
  <Triggers><BootTrigger><Enabled>true</Enabled></BootTrigger></Triggers>
  <Principals>
    <Principal id="Author"><UserId>${TASK_ACCOUNT.slice(1)}</UserId><RunLevel>LeastPrivilege</RunLevel></Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>5</Priority>
    <RestartOnFailure><Interval>${RESTART_INTERVAL}</Interval><Count>${RESTART_COUNT}</Count></RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${escaped(plan.executable)}</Command>
      <Arguments>${escaped(windowsCommand(serveWordsLoggingTo("file", plan)))}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
}

/** Makes the task, or changes the one that is there. @throws TillrollError with what Windows says */
export function createTask(run: RunCommand, plan: ServicePlan): void {
  const file = join(tmpdir(), `tillroll-task-${process.pid}.xml`);
  // The Task Scheduler wants UTF-16, with the mark at its beginning.
  writeFileSync(file, Buffer.from(`\ufeff${taskText(plan)}`, "utf16le"));
  try {
    runOrThrow(run, "schtasks", "/create", "/tn", NAME, "/xml", file, "/f");
  } finally {
    rmSync(file, { force: true });
  }
}

export function startTask(run: RunCommand): void {
  runOrThrow(run, "schtasks", "/run", "/tn", NAME);
}

/** Ends the process where it stands: what it acknowledged is on the disk. */
export function endTask(run: RunCommand): void {
  run("schtasks", "/end", "/tn", NAME);
}

export function deleteTask(run: RunCommand): void {
  runOrThrow(run, "schtasks", "/delete", "/tn", NAME, "/f");
}

export function hasTask(run: RunCommand): boolean {
  return run("schtasks", "/query", "/tn", NAME).exitCode === 0;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
