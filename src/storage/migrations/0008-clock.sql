-- The last time that was trusted, epoch milliseconds, and how far the machine's clock was ahead of it then: 0 when it was
-- believed. One row; none until a service has run.
CREATE TABLE clock (
  id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
  trusted_at INTEGER NOT NULL,
  ahead INTEGER NOT NULL
) STRICT;
