import { RealParts } from "./real-parts.ts";

/* A process that passes prints on, to be killed: `bun queue-process.ts FOLDER`. It ends with its standard input. */

const [, , folder] = process.argv;
await RealParts.start(folder);
await new Response(Bun.stdin.stream()).text();
process.exit();
