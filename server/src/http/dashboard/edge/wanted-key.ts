import type { ApiKeyChange } from '@millrace/contract/member'
import { keyFaults } from '#access/key-faults.ts'
import { type KeyChange, storedScopes } from '#access/keys.ts'
import type { Config } from '#config/config.ts'
import type { Sql } from '#db/sql.ts'
import { Refusal } from '../../refusal.ts'

/** A key as a request describes it, with everything that can be wrong with it looked for. */
export async function wantedKey(
  tx: Sql,
  organisationId: string,
  body: ApiKeyChange,
  { mostRequestsPerMinute }: Pick<Config, 'mostRequestsPerMinute'>,
): Promise<KeyChange> {
  const { name, requests_per_minute: limit, scopes, serials, sources, addresses, ends_at: end } = body
  const wanted: KeyChange = {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(limit === undefined ? {} : { requestsPerMinute: limit }),
    ...(scopes === undefined ? {} : { scopes: storedScopes(scopes) }),
    ...(serials === undefined ? {} : { serials: once(serials) }),
    ...(sources === undefined ? {} : { sources: once(sources) }),
    ...(addresses === undefined ? {} : { addresses: once(addresses) }),
    ...(end === undefined ? {} : { endsAt: end === null ? null : new Date(end) }),
  }
  const given = scopes === undefined ? wanted : { ...wanted, scopeNames: scopes }
  const errors = await keyFaults(tx, organisationId, given, mostRequestsPerMinute)
  if (Object.keys(errors).length > 0) throw new Refusal('validation_failed', { errors })
  return wanted
}

const once = (names: readonly string[] | null) => names && [...new Set(names)]
