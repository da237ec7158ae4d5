-- Prints. The identity of one is (workspace_id, ordinal, fingerprint), in which nothing ever changes. The `_folded` columns
-- are as `fold` makes them: no engine folds as we do.
CREATE TABLE print (
  workspace_id bigint NOT NULL,
  id bigint NOT NULL,
  ordinal bigint NOT NULL,
  -- SHA-256 of created_at and the SHA-256 of the bytes, its first 16 bytes.
  fingerprint bytea NOT NULL,
  user_id bigint NOT NULL,
  print_key text NOT NULL,
  print_key_folded text NOT NULL,
  label text,
  label_folded text,
  device_id text,
  device_id_folded text,
  quantity bigint,
  width bigint NOT NULL,
  -- The tags as the text of JSON, in the order in which they came: jsonb has another.
  tag text NOT NULL,
  -- The same as an object of texts, and with each value folded.
  tag_values jsonb NOT NULL,
  tag_folded jsonb NOT NULL,
  test_print smallint NOT NULL,
  recognised text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  -- When it was removed for good: all but its identity and times is empty then.
  removed_at bigint,
  -- How and why: RemovedPrint as JSON.
  removal text,
  -- When the archive had it.
  received_at bigint NOT NULL,
  -- What it is shown with, where its printer said so (PaperSettings as JSON): printers stay in the shop.
  paper text,
  default_width bigint,
  -- The bytes, by their SHA-256 as they came.
  sha256 bytea NOT NULL,
  byte_length bigint NOT NULL,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, ordinal, fingerprint)
) /* hash 16 */;

CREATE INDEX print_created ON print (workspace_id, created_at, id);
CREATE INDEX print_updated ON print (workspace_id, updated_at, id);
CREATE INDEX print_received ON print (workspace_id, received_at, id);
CREATE INDEX print_key ON print (workspace_id, print_key);
CREATE INDEX print_label ON print (workspace_id, label);
CREATE INDEX print_device ON print (workspace_id, device_id, created_at);
CREATE INDEX print_tag ON print USING gin (tag_values jsonb_path_ops);

-- The bytes of prints, once for all that have the same. One of `content` and `object_key` is there.
CREATE TABLE print_content (
  workspace_id bigint NOT NULL,
  sha256 bytea NOT NULL,
  byte_length bigint NOT NULL,
  -- How they are packed: RAW_ENCODINGS.
  encoding smallint NOT NULL,
  content bytea,
  -- The key of the object that has them, in storage that speaks S3.
  object_key text,
  PRIMARY KEY (workspace_id, sha256)
) /* hash 16 */;
