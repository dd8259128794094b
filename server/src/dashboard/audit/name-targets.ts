import { storedUuid } from '@millrace/contract/common'
import type { AuditEntry } from '@millrace/contract/member'
import type { Sql } from '#db/sql.ts'

/** What an entry is about is an id, or else a name already. */
const UUID = new RegExp(`^${storedUuid}$`)

/** The entries with the names of what they are about, as far as it still exists: nobody reads ids. */
export async function nameTargets<Entry extends AuditEntry>(
  tx: Sql,
  organisationId: string,
  entries: readonly Entry[],
): Promise<(Entry & { readonly subject_name: string | null })[]> {
  const ids = [...new Set(entries.map(({ subject }) => subject).filter(subject => UUID.test(subject)))]
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await tx.query<{ id: string; name: string | null }>(NAMES, [organisationId, ids])
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return entries.map(entry => ({ ...entry, subject_name: names.get(entry.subject) ?? null }))
}

const named = (table: string, name = 'name') =>
  `SELECT id, ${name} AS name FROM ${table} WHERE organisation_id = $1 AND id = ANY($2::uuid[])`

const NAMES = [
  named('workflows'),
  named('guests', 'coalesce(name, email, external_id)'),
  named('api_keys'),
  named('connections'),
  named('subscriptions'),
  named('segments'),
  named('tasks', 'title'),
  named('guest_imports', `settings ->> 'file_name'`),
  'SELECT id, email FROM organisation_members() WHERE id = ANY($2::uuid[])',
].join('\nUNION ALL ')
