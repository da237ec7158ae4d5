-- How many labels hold a part is counted in an index alone: of one shop by time, of all in any order. To read the prints for it took
-- ten times as long.
DROP INDEX print_created;
CREATE INDEX print_created ON print (workspace_id, created_at) INCLUDE (label, label_folded, deleted_at, removed_at);
DROP INDEX print_label;
CREATE INDEX print_label ON print (label, workspace_id) INCLUDE (label_folded, deleted_at, removed_at);
