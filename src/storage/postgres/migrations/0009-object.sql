-- Objects of the storage beside the database whose bytes no print has any more: each is removed there after the transaction.
CREATE TABLE object_removal (
  workspace_id bigint NOT NULL,
  object_key text NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (workspace_id, object_key)
);
