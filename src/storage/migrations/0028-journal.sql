-- Of a print: the hash of what was known of it when the journal took it up (NULL until then; empty where it was removed before),
-- the random number that is hashed with it, which goes when the print is removed, and a checksum of its row.
ALTER TABLE print ADD COLUMN journal_state BLOB;
ALTER TABLE print ADD COLUMN journal_salt BLOB;
ALTER TABLE print ADD COLUMN checksum INTEGER;

-- Entries of the journals of workspaces; that a print was stored has no row, since it follows from the print's.
CREATE TABLE journal_entry (
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  -- From 0, without gaps.
  number INTEGER NOT NULL,
  -- How many prints were entered as stored before it: with its number, its place in the tree.
  prints_before INTEGER NOT NULL,
  kind TEXT NOT NULL,
  -- NULL for one about the whole workspace.
  print_id INTEGER REFERENCES print (id),
  at INTEGER NOT NULL,
  -- The hash of what is known of the print since; NULL where nothing is, and of one that was taken up (print.journal_state).
  state BLOB,
  -- Particulars as JSON.
  details TEXT,
  PRIMARY KEY (workspace_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX journal_entry_print ON journal_entry (print_id);
CREATE INDEX journal_entry_corrected ON journal_entry (print_id, number) WHERE kind = 'corrected';

-- How far the tree of a workspace has got.
CREATE TABLE journal_head (
  workspace_id INTEGER PRIMARY KEY NOT NULL REFERENCES workspace (id),
  -- Leaves of the tree.
  size INTEGER NOT NULL,
  -- The hashes of its full subtrees, the largest first.
  edge BLOB NOT NULL,
  -- How many of the leaves have rows.
  entries INTEGER NOT NULL,
  -- When the last of these was entered.
  last_at INTEGER NOT NULL,
  -- Prints with smaller ordinals were there before there was a journal; up to which they have been taken up.
  first_ordinal INTEGER NOT NULL,
  adopted_ordinal INTEGER NOT NULL,
  -- The number of the last seal that was given: none is given twice.
  last_seal INTEGER NOT NULL
) STRICT;

-- The hash of each full run of 256 leaves.
CREATE TABLE journal_run (
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  number INTEGER NOT NULL,
  hash BLOB NOT NULL,
  PRIMARY KEY (workspace_id, number)
) STRICT, WITHOUT ROWID;

INSERT INTO journal_head (workspace_id, size, edge, entries, last_at, first_ordinal, adopted_ordinal, last_seal)
  SELECT id, 0, x'', 0, 0, coalesce((SELECT max(ordinal) + 1 FROM print WHERE workspace_id = workspace.id), 0), 0, 0 FROM workspace;
