-- Who asks, and what was done. Few rows, and the whole service's.

-- The audit log. Nothing of it is changed; old entries go. Ids ascend with time, and are made by the instances themselves.
CREATE TABLE audit (
  id bigint PRIMARY KEY,
  at bigint NOT NULL,
  act text NOT NULL,
  actor_kind text NOT NULL,
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  address text,
  request_id text,
  workspace_id bigint,
  subject text NOT NULL,
  details text NOT NULL
);

CREATE INDEX audit_time ON audit (at, id);
CREATE INDEX audit_workspace ON audit (workspace_id, at, id);
