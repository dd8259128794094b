-- The browser that a session was started with, as people name it: Firefox on Windows. Null where it is not known.
ALTER TABLE sessions ADD COLUMN browser text;
