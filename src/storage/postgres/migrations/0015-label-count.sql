-- How many labels of all shops hold a part is counted in this index alone: to read the prints for it took ten times as long.
DROP INDEX print_label;
CREATE INDEX print_label ON print (label, workspace_id) INCLUDE (label_folded, deleted_at, removed_at);
