import { bareArray, textArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { MadeBy } from '#steps/made-by.ts'
import type { NewMessage } from '#steps/step.ts'

/**
 * A message is written with the step that made it. Without a provider it is **kept**, for people to read. Otherwise it
 * is **pending**, with the time of its next attempt in `due_at`: it is claimed (`claim-due`), attempted, and then
 * **sent**, due again, or **failed** (`record-attempt`). If its run ends first, or the guest withdraws consent, it is
 * **cancelled** (`cancel-messages`). Later reports of the provider make a sent message **delivered** or **undelivered**
 * (`sms-report`, `record-reports`). Only a pending message has a `due_at`.
 *
 * Only the files of this folder change messages and their attempts.
 *
 * A message that already exists, because its step is retried, is due again under the same id, and the count of its
 * attempts continues; one that was sent in the meantime stays sent.
 */
export async function writeMessages(tx: Sql, messages: readonly MadeBy<NewMessage>[]): Promise<void> {
  await tx.query(STATEMENT, [
    bareArray(messages.map(({ run }) => run.organisationId)),
    bareArray(messages.map(({ thing }) => thing.id)),
    bareArray(messages.map(({ run }) => run.id)),
    textArray(messages.map(({ nodeId }) => nodeId)),
    textArray(messages.map(({ run, thing }) => (thing.forStaff ? null : run.guestId))),
    textArray(messages.map(({ thing }) => thing.channel)),
    textArray(messages.map(({ thing }) => thing.recipient)),
    textArray(messages.map(({ thing }) => JSON.stringify(thing.content))),
    textArray(messages.map(({ thing }) => (thing.kept ? 'kept' : 'pending'))),
    bareArray(messages.map(({ thing }) => (thing.transactional ? 't' : 'f'))),
    textArray(messages.map(({ thing }) => thing.topic ?? null)),
  ])
}

const STATEMENT = `
  INSERT INTO messages
    (organisation_id, id, run_id, node_id, guest_id, channel, recipient, content, status, transactional,
     topic, due_at, created_at)
  SELECT organisation_id, id, run_id, node_id, guest_id, channel, recipient, content, status, transactional,
         topic, CASE WHEN status = 'pending' THEN now() END, now()
  FROM unnest(
    $1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::jsonb[], $9::text[],
    $10::boolean[], $11::text[]
  ) AS m (organisation_id, id, run_id, node_id, guest_id, channel, recipient, content, status, transactional, topic)
  ON CONFLICT (organisation_id, run_id, node_id) DO UPDATE
  SET status = excluded.status, due_at = excluded.due_at, error = NULL, settled_at = NULL, held_by = NULL,
      recipient = excluded.recipient, content = excluded.content, created_at = excluded.created_at
  WHERE messages.status IN ('failed', 'cancelled')`
