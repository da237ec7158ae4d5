-- What shops recognised in the pictures of prints.
CREATE TABLE print_recognition (
  workspace_id bigint NOT NULL,
  print_id bigint NOT NULL,
  -- `Recognition` as JSON, packed with zstd.
  content bytea NOT NULL,
  -- What searches look through (`searchedRecognition`), a line feed between two; `print_text.lines` ends with it.
  lines text NOT NULL,
  PRIMARY KEY (workspace_id, print_id)
) /* hash 16 */;
