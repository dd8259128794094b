import type { Provider } from '@millrace/contract/provider'
import type { OrganisationSettings } from '@millrace/contract/settings'
import type { AddressPolicy } from '#channels/guard/policy.ts'
import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { type OpenedSecrets, readSecrets } from '../secrets.ts'
import { lockSettings } from '../settings/read-settings.ts'
import { listProviders } from './list-providers.ts'
import type { Faults } from './provider-faults.ts'
import { type ProviderRow, providerColumns, providerSources } from './provider-row.ts'

/** What every change of the providers begins and ends with. */

export interface ProviderParts {
  readonly sealer: Sealer
  readonly policy: AddressPolicy
}

export type ProviderResult =
  | { readonly kind: 'done'; readonly provider: Provider }
  | { readonly kind: 'faults'; readonly faults: Faults }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'too_many' }

export interface Place {
  readonly organisationId: string
  readonly actor: string
}

export interface Present {
  readonly settings: OrganisationSettings
  readonly secrets: OpenedSecrets
  readonly providers: readonly ProviderRow[]
}

/** The providers as they are until the end of the transaction. */
export async function lockProviders(tx: Sql, sealer: Sealer, organisationId: string): Promise<Present> {
  const stored = await lockSettings(tx, organisationId)
  if (stored === undefined) throw new Error(`organisation ${organisationId} is not there`)
  const { rows } = await tx.query<ProviderRow>(
    `SELECT ${providerColumns} FROM ${providerSources}
     WHERE p.organisation_id = $1 ORDER BY p.channel, p.position, p.id`,
    [organisationId],
  )
  return {
    settings: stored.settings,
    secrets: await readSecrets(tx, sealer, organisationId),
    providers: rows,
  }
}

export async function done(tx: Sql, organisationId: string, id: string): Promise<ProviderResult> {
  const provider = (await listProviders(tx, organisationId)).find(one => one.id === id)
  return provider === undefined ? { kind: 'not_found' } : { kind: 'done', provider }
}
