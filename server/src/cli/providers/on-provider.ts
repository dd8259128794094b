import type { Provider } from '@millrace/contract/provider'
import { loadSecrets } from '#config/secrets.ts'
import { type Database, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import type { ProviderParts, ProviderResult } from '#organisations/providers/change.ts'
import { listProviders } from '#organisations/providers/list-providers.ts'
import { createSealer } from '#secrets/sealer.ts'
import type { Context } from '../command/command.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { Failure, wrongUsage } from '../terminal/failure.ts'

export interface ProviderPlace {
  readonly organisationId: string
  readonly actor: 'cli'
}

export const providerArgument = { name: 'PROVIDER', about: 'its name or id' } as const

/** What changes of providers need: the master key, and where outgoing connections may go. */
export async function providerParts({ config }: Pick<Context, 'config'>): Promise<ProviderParts> {
  return {
    sealer: createSealer((await loadSecrets(config)).master),
    policy: { allowPrivate: config.allowedPrivateAddresses, extraPorts: config.allowedPorts },
  }
}

/** Works on a provider, by its id or its name, in one transaction. */
export async function onProvider<T>(
  { engine }: Pick<Database, 'engine'>,
  organisation: string | undefined,
  given: string,
  work: (tx: Sql, place: ProviderPlace, provider: Provider, all: readonly Provider[]) => Promise<T>,
): Promise<T> {
  const { id: organisationId } = await chooseOrganisation(engine, organisation)
  return inTransaction(engine, async tx => {
    const all = await listProviders(tx, organisationId)
    const found = all.filter(
      ({ id, name }) => id === given.toLowerCase() || name.toLowerCase() === given.toLowerCase(),
    )
    const [provider] = found
    if (provider === undefined)
      throw new Failure(`There is no provider "${printable(given)}". See: npx millrace providers list`)
    if (found.length > 1)
      throw wrongUsage(`Two providers are called "${printable(given)}". Give the id from providers list.`)
    return work(tx, { organisationId, actor: 'cli' }, provider, all)
  })
}

/** The provider after a change; faults become the message of the command. */
export function changed(result: ProviderResult): Provider {
  switch (result.kind) {
    case 'done':
      return result.provider
    case 'faults':
      throw wrongUsage(Object.values(result.faults).flat().join(' '))
    case 'too_many':
      throw new Failure('There are 10 providers for this channel already. Remove one first.')
    case 'not_found':
      throw new Failure('The provider was removed meanwhile.')
  }
}
