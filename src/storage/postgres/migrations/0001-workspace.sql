-- Times are epoch milliseconds, UTC. No sequences, triggers or generated columns: what CockroachDB, YugabyteDB and Citus have
-- in common. Every key begins with the workspace, by which the tables are distributed.
CREATE TABLE workspace (
  id bigint PRIMARY KEY,
  slug text NOT NULL,
  -- The slug in lower case: slugs are compared without regard to case.
  slug_key text NOT NULL UNIQUE,
  -- WorkspaceSettings as JSON.
  settings text NOT NULL,
  -- The group of a chain's shops that it belongs to; empty for none.
  shop_group text NOT NULL DEFAULT '',
  created_at bigint NOT NULL,
  -- How many prints it was given: the next has this ordinal, and the id workspace * 2^32 + ordinal + 1.
  next_ordinal bigint NOT NULL DEFAULT 0,
  -- How many events it was given.
  next_event bigint NOT NULL DEFAULT 0
);

-- Transactions that were committed, by a key that each made for itself: where a connection goes during a COMMIT, this says
-- whether that came. Old ones are removed.
CREATE TABLE committed (
  workspace_id bigint NOT NULL,
  key text NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (workspace_id, key)
);
