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

-- People, those too who were removed: prints and the audit log know them by their ids.
CREATE TABLE person (
  id bigint PRIMARY KEY,
  name text NOT NULL,
  -- personKey of the name; NULL once they were removed.
  name_key text UNIQUE,
  password_hash text,
  password_at bigint,
  created_at bigint NOT NULL
);

-- What people are where: in one workspace, in those of a group of shops, or, with neither, in all.
CREATE TABLE person_grant (
  person_id bigint NOT NULL,
  -- The order in which they were given, from 0.
  number bigint NOT NULL,
  role text NOT NULL,
  workspace_id bigint,
  shop_group text,
  PRIMARY KEY (person_id, number)
);

-- One-time links for signing in.
CREATE TABLE person_link (
  code_hash bytea PRIMARY KEY,
  person_id bigint NOT NULL,
  expires_at bigint NOT NULL
);

CREATE TABLE person_session (
  id text PRIMARY KEY,
  secret_hash bytea NOT NULL UNIQUE,
  user_id bigint NOT NULL,
  token_id text,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  last_used_at bigint NOT NULL,
  client text NOT NULL,
  user_agent text NOT NULL,
  opened_by text NOT NULL
);

-- API tokens, their secrets as hashes. One is for a workspace, for those of a group of shops, or, with neither, for all.
CREATE TABLE token (
  id text PRIMARY KEY,
  secret_hash bytea NOT NULL,
  user_id bigint NOT NULL,
  workspace_id bigint,
  shop_group text,
  name text NOT NULL,
  -- JSON.
  scopes text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint,
  last_used_at bigint,
  revoked_at bigint
);

-- How many searches of a workspace were given a name: no id comes twice.
ALTER TABLE workspace ADD COLUMN saved_searches bigint NOT NULL DEFAULT 0;

CREATE TABLE saved_search (
  workspace_id bigint NOT NULL,
  id bigint NOT NULL,
  name text NOT NULL,
  -- The name as `fold` makes it.
  name_key text NOT NULL,
  query text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, name_key)
);

-- What was done to prints, the newest of each.
CREATE TABLE print_change (
  workspace_id bigint NOT NULL,
  print_id bigint NOT NULL,
  number bigint NOT NULL,
  at bigint NOT NULL,
  kind text NOT NULL,
  -- AuditActor as JSON; NULL for the service itself.
  actor text,
  -- ChangeDetails as JSON.
  details text,
  PRIMARY KEY (workspace_id, print_id, number)
) /* hash 16 */;
