-- Labels are counted by their shapes, which are few: `labelShapes` in value_source. So it is known at once how many hold a part.

-- An older Tillroll would count none of them. This waits for what it is writing; what it begins to write later fails by the name.
ALTER TABLE workspace RENAME COLUMN next_event TO last_event;

INSERT INTO value_source (workspace_id, source, value_count, is_counted)
  SELECT workspace_id, 'labelShapes', count(*), CASE WHEN count(*) <= 4096 THEN 1 ELSE 0 END
  FROM (SELECT DISTINCT workspace_id, regexp_replace(coalesce(label_folded, lower(label COLLATE "C")), '[0-9]+', '0', 'g')
    FROM print WHERE label IS NOT NULL AND removed_at IS NULL) AS each_shape
  GROUP BY workspace_id;
INSERT INTO value_count (workspace_id, source, value, n, deleted_n)
  SELECT print.workspace_id, source, regexp_replace(coalesce(label_folded, lower(label COLLATE "C")), '[0-9]+', '0', 'g') AS shape,
    count(*) FILTER (WHERE deleted_at IS NULL), count(*) FILTER (WHERE deleted_at IS NOT NULL)
  FROM print JOIN value_source ON value_source.workspace_id = print.workspace_id AND source = 'labelShapes' AND is_counted = 1
  WHERE label IS NOT NULL AND removed_at IS NULL GROUP BY print.workspace_id, source, shape;
