import type { Sql } from '#db/sql.ts'

export interface Erased {
  readonly organisationId: string
  readonly guestId: string
  /** A random id that stands for the guest from now on, so that sums and counts stay what they were. */
  readonly replacement: string
}

/**
 * Takes a guest out of everything that happened to them: what was said, to whom and with what in it is gone, and so is
 * their id; that it happened, when, where and with what outcome stays. Runs that were under way are cancelled.
 */
export async function blankRecords(tx: Sql, { organisationId, guestId, replacement }: Erased): Promise<void> {
  for (const { text, replaces } of statements) {
    // The second time what has been blanked is looked at again: an attempt may have ended between the two.
    await tx.query(text, [organisationId, [guestId, replacement], ...(replaces ? [replacement] : [])])
  }
}

const OF_THEIR_RUNS = 'run_id IN (SELECT id FROM runs WHERE organisation_id = $1 AND guest_id = ANY($2))'
const LIVE = `status NOT IN ('completed', 'failed', 'cancelled')`

// Runs are locked before their messages, as everyone does; what is found by the runs is written before them.
const statements: readonly { readonly text: string; readonly replaces: boolean }[] = [
  'SELECT FROM runs WHERE organisation_id = $1 AND guest_id = ANY($2) ORDER BY id FOR NO KEY UPDATE',
  `UPDATE messages
   SET guest_id = CASE WHEN guest_id IS NULL THEN NULL ELSE $3::uuid END, recipient = '', content = '{}', error = NULL,
       provider_id = NULL, due_at = NULL, status = CASE status WHEN 'pending' THEN 'cancelled' ELSE status END
   WHERE organisation_id = $1 AND ${OF_THEIR_RUNS}`,
  `UPDATE message_attempts SET detail = '{}'
   WHERE organisation_id = $1
     AND message_id IN (SELECT id FROM messages WHERE organisation_id = $1 AND ${OF_THEIR_RUNS})`,
  // Which way was taken and why something was skipped is what workflows are measured by, and tells nothing of anybody.
  `UPDATE steps
   SET detail = (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(detail)
                 WHERE key IN ('taken', 'points', 'kept', 'outcome') OR key = 'reason' AND status = 'skipped'),
       status = CASE status WHEN 'waiting' THEN 'skipped' ELSE status END, finished_at = coalesce(finished_at, now())
   WHERE organisation_id = $1 AND ${OF_THEIR_RUNS}`,
  `UPDATE tasks
   SET guest_id = $3, title = 'The guest was erased', description = '', status = 'done', done_at = coalesce(done_at, now())
   WHERE organisation_id = $1 AND ${OF_THEIR_RUNS}`,
  'DELETE FROM watches WHERE organisation_id = $1 AND guest_id = ANY($2)',
  `UPDATE runs
   SET guest_id = $3, memory = NULL, resumption = NULL, waiting_for = NULL, resumes_at = NULL,
       input = json_build_object('source', input -> 'source', 'serials', input -> 'serials', 'parameters', '{}'::json),
       error = CASE WHEN error IS NOT NULL THEN error || '{"message": "The guest was erased."}' END,
       outcome_reason = CASE WHEN ${LIVE} THEN 'the guest was erased' ELSE outcome_reason END,
       finished_at = CASE WHEN ${LIVE} THEN now() ELSE finished_at END,
       sequence = CASE WHEN ${LIVE} THEN sequence + 1 ELSE sequence END,
       status = CASE WHEN ${LIVE} THEN 'cancelled' ELSE status END
   WHERE organisation_id = $1 AND guest_id = ANY($2)`,
  `UPDATE source_fields f SET example = NULL
   FROM (SELECT DISTINCT coalesce(source, '') AS source, p.key, p.value
         FROM events, jsonb_each(parameters) AS p WHERE organisation_id = $1 AND guest_id = ANY($2)) AS sent
   WHERE f.organisation_id = $1 AND f.source = sent.source AND f.key = sent.key AND f.example = sent.value`,
  `UPDATE events
   SET guest_id = $3, parameters = '{}',
       receipt = json_build_object(
         'workflow_runs', receipt -> 'workflow_runs',
         'skipped', (SELECT coalesce(json_agg(json_build_object(
                       'workflow_id', s -> 'workflow_id', 'reason', s -> 'reason', 'detail', '{}'::json)), '[]')
                     FROM json_array_elements(receipt -> 'skipped') AS s),
         'warnings', '[]'::json)
   WHERE organisation_id = $1 AND guest_id = ANY($2)`,
  'UPDATE points_entries SET guest_id = $3, reason = NULL WHERE organisation_id = $1 AND guest_id = ANY($2)',
  // Whoever entered a workflow once cannot do so again.
  'DELETE FROM re_entries WHERE organisation_id = $1 AND guest_id = ANY($2)',
  // An answer that was kept has the guest's id in it, whichever request it answered.
  'DELETE FROM idempotent_answers WHERE organisation_id = $1 AND strpos(body, ($2::uuid[])[1]::text) > 0',
  'DELETE FROM consent_changes WHERE organisation_id = $1 AND guest_id = ANY($2)',
  'DELETE FROM guest_edits WHERE organisation_id = $1 AND guest_id = ANY($2)',
].map(text => ({ text, replaces: text.includes('$3') }))
