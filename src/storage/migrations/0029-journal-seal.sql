-- The seals of each workspace's journal: what it was at a time, in the words that their hashes are of.
CREATE TABLE journal_seal (
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  -- From 1, without gaps.
  number INTEGER NOT NULL,
  -- How many entries it covers.
  size INTEGER NOT NULL,
  -- Canonical JSON.
  text TEXT NOT NULL,
  -- The answer of a time-stamping authority, whole (RFC 3161, section 2.4.2); NULL where none was asked, or none has answered yet.
  time_stamp BLOB,
  PRIMARY KEY (workspace_id, number)
) STRICT, WITHOUT ROWID;

-- The seal with which an entry was sealed first.
CREATE INDEX journal_seal_size ON journal_seal (workspace_id, size);

-- Which installation it is, in its seals: a UUID, made with the first seal.
CREATE TABLE journal_service (
  only INTEGER PRIMARY KEY NOT NULL CHECK (only = 1),
  id TEXT NOT NULL
) STRICT;
