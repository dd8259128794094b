-- A deleted connection takes, reads and shows nothing. Its rows are deleted in portions, and then the connection itself.
ALTER TABLE connections ADD COLUMN deleted_at timestamptz;
