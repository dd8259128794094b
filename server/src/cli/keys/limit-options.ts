import { everyScope, scopeNames } from '@millrace/contract/scope'
import { InvalidArgumentError } from 'commander'
import { keyFaults } from '#access/key-faults.ts'
import { type KeyChange, storedScopes } from '#access/keys.ts'
import type { Config } from '#config/config.ts'
import type { Sql } from '#db/sql.ts'
import type { Values } from '../command/command.ts'
import { duration } from '../command/values.ts'
import { wrongUsage } from '../terminal/failure.ts'

/** What a key may be limited to. */
export const limitOptions = {
  scope: {
    value: 'SCOPE',
    multiple: true,
    choices: [everyScope, ...scopeNames],
    about: 'allow only this; may be given several times',
  },
  venue: { value: 'CODE', multiple: true, about: 'limit it to this venue, by its code' },
  source: { value: 'NAME', multiple: true, about: 'limit its events to this source' },
  address: { value: 'ADDRESS', multiple: true, about: 'accept it only from this address or range' },
  ends: { value: 'WHEN', parse: end, about: 'when it ends: 90d, or a date such as 2027-01-31' },
} as const

/** A length of time from now, or a moment; a date is over when it ends, in UTC. */
function end(text: string): Date {
  if (/^\d+[smhd]$/.test(text)) return new Date(Date.now() + duration(text) * 1_000)
  const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59.999Z` : text)
  if (/^\d{4}-/.test(text) && !Number.isNaN(at.getTime())) return at
  throw new InvalidArgumentError('Give a length of time such as 90d, or a date such as 2027-01-31.')
}

/** Options to the fields of a key, by which its faults are named. */
const optionOf: Readonly<Record<string, string>> = {
  scopes: '--scope',
  serials: '--venue',
  sources: '--source',
  addresses: '--address',
  ends_at: '--ends',
  requests_per_minute: '--requests-per-minute',
}

type Given = Values<typeof limitOptions> & { readonly requestsPerMinute?: number }

/** The limits that the options ask for, with everything that can be wrong with them looked for. */
export async function wantedLimits(
  tx: Sql,
  organisationId: string,
  given: Given,
  { mostRequestsPerMinute }: Pick<Config, 'mostRequestsPerMinute'>,
): Promise<KeyChange> {
  const { scope, venue, source, address, ends, requestsPerMinute } = given
  const wanted: KeyChange = {
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    ...(scope === undefined ? {} : { scopes: storedScopes(scope) }),
    ...(venue === undefined ? {} : { serials: [...new Set(venue)] }),
    ...(source === undefined ? {} : { sources: [...new Set(source)] }),
    ...(address === undefined ? {} : { addresses: [...new Set(address)] }),
    ...(ends === undefined ? {} : { endsAt: ends }),
  }
  const named = scope === undefined ? wanted : { ...wanted, scopeNames: scope }
  const faults = await keyFaults(tx, organisationId, named, mostRequestsPerMinute)
  const sentences = Object.entries(faults).flatMap(([field, all]) =>
    all.map(sentence => `${optionOf[field] ?? field} ${sentence}.`),
  )
  if (sentences.length > 0) throw wrongUsage(sentences.join('\n'))
  return wanted
}
