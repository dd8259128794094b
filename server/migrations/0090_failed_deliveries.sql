-- How many deliveries of a connection failed within a day is asked every hour, and few of all are failed ones.
CREATE INDEX connection_deliveries_failed ON connection_deliveries (organisation_id, connection_id, received_at)
  WHERE state = 'failed';
