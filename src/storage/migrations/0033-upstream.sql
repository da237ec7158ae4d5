-- The archive that the prints of a workspace are sent to; a workspace without one has no row.
CREATE TABLE upstream (
  workspace_id INTEGER PRIMARY KEY NOT NULL REFERENCES workspace (id),
  url TEXT NOT NULL,
  -- SHA-256 of the certificate that is to be trusted, in hexadecimal, and the certificates (PEM); NULL where authorities vouch.
  pin TEXT,
  certificates TEXT,
  -- Whether the way there may be without encryption though it leaves this machine.
  insecure INTEGER NOT NULL DEFAULT 0,
  -- Made at random when it joined.
  instance TEXT NOT NULL,
  -- What requests bear, and what takes its place; NULL until the archive has given it.
  api_key TEXT,
  next_key TEXT,
  -- The workspace's slug there.
  remote TEXT,
  -- The most that is sent a second; NULL for no limit.
  bytes_per_second INTEGER,
  -- The next new print and the next change to be sent.
  next_ordinal INTEGER NOT NULL DEFAULT 0,
  next_change INTEGER NOT NULL DEFAULT 1,
  -- The nonce of the last batch that the archive is known to have, and JSON of those that it has not answered.
  nonce TEXT,
  unanswered TEXT NOT NULL DEFAULT '[]',
  -- Prints that are looked through for changes that the archive may lack: from an ordinal up to, and without, another.
  review_ordinal INTEGER NOT NULL DEFAULT 0,
  review_end INTEGER NOT NULL DEFAULT 0,
  joined_at INTEGER,
  contacted_at INTEGER
) STRICT;

-- Prints that changed and are to be sent again, once each, in the order of their last change.
CREATE TABLE ship_change (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  ordinal INTEGER NOT NULL,
  -- Whether its bytes go too: the archive lacks them.
  with_bytes INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX ship_change_ordinal ON ship_change (workspace_id, ordinal);
CREATE INDEX ship_change_sequence ON ship_change (workspace_id, sequence);
