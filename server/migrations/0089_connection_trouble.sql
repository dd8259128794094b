-- What was last found wrong with a connection, so that its owners are notified once and not every hour.
ALTER TABLE connections ADD COLUMN trouble text CHECK (trouble IN ('fetching', 'unreadable', 'silent'));
