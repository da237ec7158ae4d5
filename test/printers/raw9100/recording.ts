import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bytes } from "./connection-driver.ts";

/** A step of a recorded exchange; see recordings/README.md. */
export type Step =
  | { readonly kind: "host" | "printer"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "silence"; readonly milliseconds: number }
  | { readonly kind: "job"; readonly bytes: Uint8Array<ArrayBuffer>; readonly isIncomplete: boolean }
  | { readonly kind: "host ends" | "host breaks" | "printer closes" };

export interface Recording {
  readonly name: string;
  readonly steps: readonly Step[];
}

const FOLDER = join(import.meta.dir, "recordings");

/** All recordings. @throws Error for a line that says nothing known, and for bytes of the host that nothing is said of */
export function readRecordings(): readonly Recording[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".txt"))
    .map((name) => ({ name, steps: parse(readFileSync(join(FOLDER, name), "utf8")) }));
}

function parse(content: string): readonly Step[] {
  let sent: number[] = [];
  const take = (): Uint8Array<ArrayBuffer> => {
    if (sent.length === 0) throw new Error("the host has sent nothing");
    return Uint8Array.from(sent.splice(0));
  };
  const steps = content
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap((line): readonly Step[] => {
      if (line === "host ends" || line === "host breaks" || line === "printer closes")
        return [{ kind: line }];
      const [word = "", ...rest] = line.split(" ");
      const data = bytes(rest.join(" "));
      switch (word) {
        case "host":
          sent = [...sent, ...data];
          return [{ kind: word, bytes: data }];
        case "printer":
          return [{ kind: word, bytes: data }];
        case "silence":
          return [{ kind: word, milliseconds: Number(rest[0]) }];
        case "stored":
        case "incomplete":
          return [{ kind: "job", bytes: take(), isIncomplete: word === "incomplete" }];
        case "skipped":
          take();
          return [];
        default:
          throw new Error(`not a step: ${line}`);
      }
    });
  if (sent.length > 0) throw new Error(`${sent.length} bytes of the host are in no print and not skipped`);
  return steps;
}
