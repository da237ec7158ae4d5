import { monotonicNow } from "../domain/clock.ts";
