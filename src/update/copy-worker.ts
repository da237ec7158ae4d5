import { openForReading } from "../storage/database.ts";
import { ownPort } from "../platform/worker-process.ts";

declare const self: Worker;

/** What is to be copied, and where to. */
export interface CopyTask {
  readonly path: string;
  readonly target: string;
}

/** How it ended: the error of one that failed. */
export interface CopyEnd {
  readonly fault: string | null;
}

// A process of its own, so that the copy can be given up at any moment: while it is made, the log cannot begin anew.
const port = ownPort(self);
port.onmessage = ({ data }: MessageEvent<CopyTask>) => {
  let fault: string | null = null;
  try {
    using database = openForReading(data.path);
    database.run("VACUUM INTO ?", [data.target]);
  } catch (error) {
    fault = String(error);
  }
  port.postMessage({ fault } satisfies CopyEnd, []);
};
