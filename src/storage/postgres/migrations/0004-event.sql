-- What writers of a workspace go on from; its row is locked by each of them. The time of its last print, how many prints it
-- has that were not removed, and how many of those are deleted.
ALTER TABLE workspace ADD COLUMN last_created_at bigint NOT NULL DEFAULT 0;
ALTER TABLE workspace ADD COLUMN print_count bigint NOT NULL DEFAULT 0;
ALTER TABLE workspace ADD COLUMN deleted_count bigint NOT NULL DEFAULT 0;

-- What happened beside new prints, of which their rows tell.
CREATE TABLE event (
  workspace_id bigint NOT NULL,
  -- Ascending, without gaps: workspace.next_event.
  n bigint NOT NULL,
  kind text NOT NULL,
  print_id bigint,
  -- JSON; NULL where the print is told as it is.
  data text,
  created_at bigint NOT NULL,
  -- How many prints the workspace had been given: its place among them.
  next_ordinal bigint NOT NULL,
  PRIMARY KEY (workspace_id, n)
) /* hash 16 */;

-- Keys that clients send so that a print is stored once, however often it is sent.
CREATE TABLE idempotency_key (
  workspace_id bigint NOT NULL,
  key text NOT NULL,
  payload_hash bytea NOT NULL,
  print_id bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, key)
) /* hash 16 */;

CREATE INDEX idempotency_key_created ON idempotency_key (workspace_id, created_at);
CREATE INDEX idempotency_key_print ON idempotency_key (workspace_id, print_id);

-- Decisions by which prints were removed for good.
CREATE TABLE removal (
  workspace_id bigint NOT NULL,
  id bigint NOT NULL,
  -- RemovalKind.
  kind text NOT NULL,
  -- NULL for the service itself.
  user_id bigint,
  reason text NOT NULL,
  created_at bigint NOT NULL,
  prints bigint NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
