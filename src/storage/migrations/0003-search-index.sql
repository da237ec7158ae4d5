-- The segment index (src/search/INDEX.md). All of it can be made again from the prints.
CREATE TABLE index_segment (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  kind INTEGER NOT NULL,
  -- Of the format, and of how text was decoded: with another one it is to be built anew.
  version INTEGER NOT NULL,
  first_ordinal INTEGER NOT NULL,
  print_count INTEGER NOT NULL,
  through_change INTEGER NOT NULL,
  -- Its own id once it answers searches, so that the greatest tells when there are others; NULL while it is written.
  published INTEGER
) STRICT;
CREATE INDEX index_segment_published ON index_segment (workspace_id, kind, published);

-- The parts of the segments: the id is that of the segment times 2^20, plus the number of the part.
CREATE TABLE index_chunk (
  id INTEGER PRIMARY KEY NOT NULL,
  checksum INTEGER NOT NULL,
  content BLOB NOT NULL
) STRICT;

-- Prints that were changed after they were stored, once each, in the order of their last change.
CREATE TABLE index_change (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  ordinal INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX index_change_ordinal ON index_change (workspace_id, ordinal);
CREATE INDEX index_change_sequence ON index_change (workspace_id, sequence);

-- The decoded lines of the newest prints, until a segment holds them.
CREATE TABLE print_text (
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  ordinal INTEGER NOT NULL,
  version INTEGER NOT NULL,
  lines TEXT NOT NULL,
  PRIMARY KEY (workspace_id, ordinal)
) STRICT, WITHOUT ROWID;
