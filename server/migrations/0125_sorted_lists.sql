-- Lists of the dashboard can be sorted. Open tasks by when they are due, those without a time last, both ways round.
CREATE INDEX tasks_by_due ON tasks (organisation_id, coalesce(due_at, 'infinity'::timestamptz), id) WHERE status = 'open';
CREATE INDEX tasks_by_due_down ON tasks (organisation_id, coalesce(due_at, '-infinity'::timestamptz), id) WHERE status = 'open';

-- Guests by their name are in an index of those who have one; the others follow them, newest first.
CREATE INDEX guests_without_name ON guests (organisation_id, id) WHERE name_key IS NULL;
