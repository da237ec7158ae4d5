-- What the fingerprint of a print is of, where a shop has put its created_at right since; NULL where it is that.
ALTER TABLE print ADD COLUMN identified_at bigint;

-- Shops that send the prints of a workspace here. Such a workspace takes none otherwise.
CREATE TABLE shop (
  workspace_id bigint PRIMARY KEY,
  -- The key in use: its public part, and the SHA-256 of its secret. NULL before a code was exchanged, and once revoked.
  key_id text,
  key_hash bytea,
  -- The key that takes its place when it is first used. Its secret follows from the salt and what the shop has already, so
  -- that a shop is given the same one again where an answer was lost. The hash is there once it was given.
  next_key_id text,
  next_key_salt bytea,
  next_key_hash bytea,
  revoked_at bigint,
  -- How far its prints were sent (ShipCursor), and the nonce of what was applied last.
  next_ordinal bigint NOT NULL DEFAULT 0,
  next_change bigint NOT NULL DEFAULT 0,
  nonce text,
  -- What it said last: see Hello. `skew_ms` is by how much its clock is ahead.
  instance text,
  last_seen bigint,
  skew_ms bigint,
  backlog bigint,
  version text,
  troubles text NOT NULL DEFAULT '[]',
  -- The starts of its service that used the key, the newest last; and how often an earlier one came again, when last.
  runs text NOT NULL DEFAULT '[]',
  run_returns bigint NOT NULL DEFAULT 0,
  returned_at bigint,
  created_at bigint NOT NULL
);

CREATE INDEX shop_key ON shop (key_id);
CREATE INDEX shop_next_key ON shop (next_key_id);

-- Codes that shops join by.
CREATE TABLE enrolment (
  code_hash bytea PRIMARY KEY,
  workspace_id bigint NOT NULL,
  -- The key that is given for it: see next_key_salt of shop.
  key_id text NOT NULL,
  salt bytea NOT NULL,
  -- Who has asked with it first, and alone may ask again.
  instance text,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL
);

CREATE INDEX enrolment_workspace ON enrolment (workspace_id);

-- Prints that were erased here, which their shops are to erase too.
CREATE TABLE erasure_order (
  workspace_id bigint NOT NULL,
  ordinal bigint NOT NULL,
  fingerprint bytea NOT NULL,
  created_at bigint NOT NULL,
  reason text NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (workspace_id, ordinal, fingerprint)
);

-- Prints that shops have sent, and that could not be taken: WantedPrint.
CREATE TABLE wanted_print (
  workspace_id bigint NOT NULL,
  ordinal bigint NOT NULL,
  fingerprint bytea NOT NULL,
  created_at bigint NOT NULL,
  why text NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (workspace_id, ordinal, fingerprint)
);

-- Prints that shops have erased before they were sent: none such is taken any more.
CREATE TABLE early_erasure (
  workspace_id bigint NOT NULL,
  ordinal bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, ordinal, created_at)
);
