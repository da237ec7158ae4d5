-- Prints of a device are looked for in one shop and in all: its shop comes second.
DROP INDEX print_device;
CREATE INDEX print_device ON print (device_id, workspace_id, created_at);
