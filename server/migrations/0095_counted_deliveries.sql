-- How many deliveries of a connection are in which state, since when and until when, without reading all of them: a connection can have millions.
CREATE INDEX connection_deliveries_states ON connection_deliveries (organisation_id, connection_id, state, received_at);
