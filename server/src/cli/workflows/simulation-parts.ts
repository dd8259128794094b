import type { SimulationParts } from '#simulation/read-input.ts'
import { createOrganisationFactsCache } from '#venues/organisation-facts.ts'
import type { Context } from '../command/command.ts'
import { knownAddresses } from '../server/addresses.ts'
import { livingServerRecord } from '../server/server-record.ts'

/** What a simulation needs beside the database. A link to unsubscribe is shown, and opens nothing. */
export function simulationParts({ config, env }: Pick<Context, 'config' | 'env'>): SimulationParts {
  const { base_url } = knownAddresses(config, env, livingServerRecord(config.dataDir))
  return { organisations: createOrganisationFactsCache(), unsubscribeUrl: () => `${base_url}/unsubscribe/…` }
}
