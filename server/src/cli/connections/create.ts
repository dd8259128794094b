import { loadSecrets } from '#config/secrets.ts'
import { hookUrl } from '#connections/address.ts'
import { createConnection } from '#connections/create-connection.ts'
import { vendorOf, vendors } from '#connections/vendors/vendors.ts'
import { inTransaction } from '#db/database.ts'
import { createSealer } from '#secrets/sealer.ts'
import { command } from '../command/command.ts'
import { addressVariables, databaseVariables, outgoingVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { name } from '../command/values.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { knownAddresses } from '../server/addresses.ts'
import { livingServerRecord } from '../server/server-record.ts'
import { exitCodes, wrongUsage } from '../terminal/failure.ts'
import { readSecretFor } from './read-secret.ts'

export default command({
  about: `Connects another system. It gets an address to send to, and its secret is read from stdin and stored encrypted. Vendors: ${vendors.map(({ id }) => id).join(', ')}.`,
  examples: ["npx millrace connections create --vendor square --name 'Square till' < signature-key.txt"],
  options: {
    vendor: { value: 'VENDOR', required: true, about: 'the system' },
    name: { value: 'NAME', required: true, parse: name, about: 'what the connection is called' },
    keepUnknown: { about: 'hold events of guests whom nobody knows, and create no guests' },
    ...organisationOption,
  },
  environment: [...databaseVariables, ...addressVariables, ...outgoingVariables, 'MILLRACE_SECRET'],
  async run({ values, json }, context) {
    const { config, env, terminal } = context
    const vendor = vendorOf(values.vendor)
    if (vendor === undefined)
      throw wrongUsage(
        `There is no vendor ${values.vendor}. Use one of ${vendors.map(({ id }) => id).join(', ')}.`,
      )
    const secret = await readSecretFor(vendor, config)
    const created = await withDatabase(context, async database => {
      const sealer = createSealer((await loadSecrets(config)).master)
      const { id } = await chooseOrganisation(database.engine, values.organisation)
      return inTransaction(database.engine, tx =>
        createConnection(tx, sealer, id, 'cli', {
          name: values.name,
          vendor,
          secret,
          unknownGuests: values.keepUnknown ? 'keep' : 'create',
        }),
      )
    })
    const { base_url } = knownAddresses(config, env, livingServerRecord(config.dataDir))
    const url = hookUrl(base_url, created.address)
    if (json) terminal.json({ id: created.id, vendor: vendor.id, url, steps: vendor.steps })
    else {
      terminal.out(url)
      terminal.say('\nKeep the address to yourself. At the vendor:')
      for (const [index, step] of vendor.steps.entries()) terminal.say(`${index + 1}. ${step}`)
    }
    return exitCodes.ok
  },
})
