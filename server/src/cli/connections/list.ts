import { loadSecrets } from '#config/secrets.ts'
import { hookUrl } from '#connections/address.ts'
import { listConnections } from '#connections/list-connections.ts'
import { createSealer } from '#secrets/sealer.ts'
import { command } from '../command/command.ts'
import { addressVariables, databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { knownAddresses } from '../server/addresses.ts'
import { livingServerRecord } from '../server/server-record.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'
import { counted } from './counted.ts'

export default command({
  about:
    'Lists connections with their addresses. Held deliveries wait for a venue or a guest to become known, failed ones cannot be read, refused ones did not prove where they come from.',
  examples: ['npx millrace connections list', 'npx millrace connections list --json'],
  options: { ...organisationOption },
  environment: [...databaseVariables, ...addressVariables, 'MILLRACE_SECRET'],
  async run({ values, json }, context) {
    const { config, env, terminal } = context
    const listed = await withDatabase(context, async ({ engine }) => {
      const sealer = createSealer((await loadSecrets(config)).master)
      return listConnections(engine, sealer, (await chooseOrganisation(engine, values.organisation)).id)
    })
    const { base_url } = knownAddresses(config, env, livingServerRecord(config.dataDir))
    const connections = listed.map(({ address, ...connection }) => ({
      ...connection,
      url: hookUrl(base_url, address),
    }))
    if (json) terminal.json({ connections })
    else if (connections.length === 0)
      terminal.say('No connections yet. Create one with: npx millrace connections create')
    else {
      const rows = connections.map(({ name, vendor, deliveries, refused, last_delivery_at, url }) => [
        printable(name),
        vendor,
        counted(deliveries.done),
        counted(deliveries.waiting),
        counted(deliveries.held),
        counted(deliveries.failed),
        String(refused),
        last_delivery_at ?? 'never',
        url,
      ])
      for (const line of alignTable(HEADING, rows)) terminal.out(line)
    }
    return exitCodes.ok
  },
})

const HEADING = ['NAME', 'VENDOR', 'DONE', 'WAITING', 'HELD', 'FAILED', 'REFUSED', 'LAST', 'ADDRESS']
