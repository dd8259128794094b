-- How many deliveries of a subscription have failed, and when the last one was delivered, without reading all of them.
CREATE INDEX subscription_deliveries_settled ON subscription_deliveries (organisation_id, subscription_id, state, settled_at)
  WHERE state <> 'waiting';
