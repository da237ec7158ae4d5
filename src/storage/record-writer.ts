import type { Database } from "bun:sqlite";
import type { Clock } from "../domain/clock.ts";
import { ClockStore } from "./clock-store.ts";
import { DeliveryStore } from "./delivery-store.ts";
import { PrinterStore } from "./printer-store.ts";
import { RuleStore } from "./rule-store.ts";
import { WebhookStore } from "./webhook-store.ts";
import type { RecordOperation, WriteSuccess } from "./write-operation.ts";

/** Changes the service's own records, inside a transaction that the caller begins and commits. */
export class RecordWriter {
  private readonly printers: PrinterStore;
  private readonly deliveries: DeliveryStore;
  private readonly rules: RuleStore;
  private readonly webhooks: WebhookStore;
  private readonly times: ClockStore;

  constructor(
    database: Database,
    private readonly clock: Clock,
  ) {
    this.printers = new PrinterStore(database);
    this.deliveries = new DeliveryStore(database);
    this.rules = new RuleStore(database);
    this.webhooks = new WebhookStore(database);
    this.times = new ClockStore(database);
  }

  /** Makes a change. @throws TillrollError whatever the record's store throws */
  write(operation: RecordOperation): WriteSuccess {
    return { ok: true, id: this.change(operation), json: "", replayed: false };
  }

  private change(operation: RecordOperation): number {
    const now = this.clock();
    switch (operation.kind) {
      case "printer":
        return this.printers.apply(operation.change, now, operation.ports);
      case "delivery":
        return this.deliveries.apply(operation.change, now);
      case "rule":
        return this.rules.apply(operation.change, now);
      case "webhook":
        return this.webhooks.apply(operation.change, now);
      case "clock":
        return this.times.apply(operation.change);
    }
  }
}
