-- Decisions by which prints were removed for good: purged, of those that had been deleted, or erased.
CREATE TABLE removal (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  kind TEXT NOT NULL,
  -- Who wanted it; NULL for the service itself.
  user_id INTEGER REFERENCES user (id),
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- How many it was, and the bytes of their receipts.
  prints INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX removal_workspace ON removal (workspace_id, id);

-- Of a removed print a row stays, with its id, its ordinal and when it was made: ids are never given again, and ordinals
-- are dense. NULL for one that is there.
ALTER TABLE print ADD COLUMN removal_id INTEGER REFERENCES removal (id);
-- How many prints of a workspace were removed, each once.
CREATE TABLE removal_count (
  workspace_id INTEGER PRIMARY KEY NOT NULL REFERENCES workspace (id),
  prints INTEGER NOT NULL
) STRICT;

-- What knows a print is found by it.
CREATE INDEX event_print ON event (print_id) WHERE print_id IS NOT NULL;
CREATE INDEX idempotency_key_print ON idempotency_key (print_id);
CREATE INDEX picture_reading_print ON picture_reading (print_id);

-- Runs of removed prints of which a segment may still have something, one for each kind of segment, until it is built
-- anew (src/search/INDEX.md).
CREATE TABLE index_removal (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  kind INTEGER NOT NULL,
  first_ordinal INTEGER NOT NULL,
  print_count INTEGER NOT NULL,
  -- Whether that is to be done at once.
  urgent INTEGER NOT NULL
) STRICT;
CREATE INDEX index_removal_kind ON index_removal (workspace_id, kind, sequence);
CREATE INDEX index_removal_urgent ON index_removal (workspace_id) WHERE urgent = 1;
-- Up to which of them the segment has nothing of what they name.
ALTER TABLE index_segment ADD COLUMN through_removal INTEGER NOT NULL DEFAULT 0;
