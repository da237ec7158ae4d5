-- That a backup was restored, found among all events: a listener's place from before may be one that there is not any more.
CREATE INDEX event_restored ON event (workspace_id, id) WHERE kind = 'data.restored';
