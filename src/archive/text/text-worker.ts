import { standBack } from "../../platform/background-thread.ts";
import { serveQuestions } from "../../platform/worker-channel.ts";
import { type ReadTexts, readTexts, type UnreadPrints } from "./read-texts.ts";

/* The Worker that reads the texts of an archive's prints: nobody waits for it. */

declare const self: Worker;

standBack();

serveQuestions<UnreadPrints, ReadTexts>(self, readTexts, () => []);
