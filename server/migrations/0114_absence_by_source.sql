-- Whose last event of a source was so many days ago, also where its events are bookings or reviews. Apart from visits_by_time, so
-- that storing a visit costs no more.
CREATE INDEX visits_others_by_time ON visits (organisation_id, occurred_at) WHERE kind <> 'visit';
