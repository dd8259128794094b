-- Deliveries of a state are also listed page by page, in the order of their ids, which is that of their arrival. One index for
-- this and for the counts of 0095: each delivery writes to all of them.
CREATE INDEX connection_deliveries_listed ON connection_deliveries (organisation_id, connection_id, state, id) INCLUDE (received_at);
DROP INDEX connection_deliveries_states;
