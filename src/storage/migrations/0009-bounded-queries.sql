-- Deliveries are found by their state, however many are in the others. Within a state they are in the order of their
-- ids: the id is the rowid, which every index ends with.
DROP INDEX delivery_open;
DROP INDEX delivery_workspace;
CREATE INDEX delivery_workspace_state ON delivery (workspace_id, state);
CREATE INDEX delivery_printer_state ON delivery (printer_id, state);

-- How many prints the workspace had when it happened: it comes after those, and before all others, whatever the clock
-- said. Of what happened before this was kept, the clock tells as it did, but nothing comes before its own print.
ALTER TABLE event ADD COLUMN next_ordinal INTEGER NOT NULL DEFAULT 0;
UPDATE event SET next_ordinal = max(
  coalesce((SELECT ordinal + 1 FROM print WHERE id = event.print_id), 0),
  coalesce((
    SELECT ordinal + 1 FROM print
    WHERE workspace_id = event.workspace_id AND created_at <= event.created_at
    ORDER BY created_at DESC, id DESC LIMIT 1
  ), 0)
);
