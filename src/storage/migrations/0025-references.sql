-- Prints that were approved: what later ones are compared with. The bytes are a copy, so that a reference stays when its print
-- is no longer kept; it goes when its print is erased.
CREATE TABLE print_reference (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  -- The label of the prints that it is for.
  name TEXT NOT NULL,
  -- The print that was approved, which may be gone.
  print_id INTEGER NOT NULL,
  -- The bytes, as in print_data.
  sha256 BLOB NOT NULL,
  byte_length INTEGER NOT NULL,
  encoding INTEGER NOT NULL,
  content BLOB NOT NULL,
  -- The printer that it was shown on, as JSON: it goes on looking so, whatever is set later.
  printer TEXT NOT NULL,
  -- Patterns of what does not count, as JSON, and dots by which ink may stand elsewhere.
  ignored TEXT NOT NULL,
  tolerance INTEGER NOT NULL,
  approved_by TEXT NOT NULL,
  approved_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX print_reference_name ON print_reference (workspace_id, name);
CREATE INDEX print_reference_print ON print_reference (print_id);
