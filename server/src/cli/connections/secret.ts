import { loadSecrets } from '#config/secrets.ts'
import { changeSecret, removePrevious } from '#connections/change-connection.ts'
import { readMapping } from '#connections/read-connection.ts'
import { vendorOf } from '#connections/vendors/vendors.ts'
import { inTransaction } from '#db/database.ts'
import { createSealer } from '#secrets/sealer.ts'
import { command } from '../command/command.ts'
import { databaseVariables, outgoingVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, wrongUsage } from '../terminal/failure.ts'
import { chooseConnection } from './choose-connection.ts'
import { readSecret, readSecretFor } from './read-secret.ts'

export default command({
  about:
    'Replaces the secret, which is read from stdin and stored encrypted. With --keep-previous, the one before is accepted too, until you run it with --remove-previous, which reads nothing.',
  examples: [
    "npx millrace connections secret 'Square till' --keep-previous < signature-key.txt",
    "npx millrace connections secret 'Square till' --remove-previous",
  ],
  argument: { name: 'CONNECTION', about: 'its name or id' },
  options: {
    keepPrevious: { about: 'accept the previous secret too' },
    removePrevious: { about: 'accept the previous secret no longer' },
    ...organisationOption,
  },
  environment: [...databaseVariables, ...outgoingVariables, 'MILLRACE_SECRET'],
  async run({ values, argument, json }, context) {
    const { config, terminal } = context
    if (values.keepPrevious && values.removePrevious)
      throw wrongUsage('Pass --keep-previous or --remove-previous, not both.')
    const id = await withDatabase(context, async ({ engine }) => {
      const organisation = await chooseOrganisation(engine, values.organisation)
      const connection = await chooseConnection(engine, organisation.id, argument)
      if (values.removePrevious) {
        await inTransaction(engine, tx => removePrevious(tx, organisation.id, 'cli', connection))
        return connection
      }
      const vendor = vendorOf((await readMapping(engine, organisation.id, connection))?.vendor ?? '')
      const secret = vendor === undefined ? readSecret() : await readSecretFor(vendor, config)
      const change = { secret, keepPrevious: values.keepPrevious === true }
      const sealer = createSealer((await loadSecrets(config)).master)
      await inTransaction(engine, tx => changeSecret(tx, sealer, organisation.id, 'cli', connection, change))
      return connection
    })
    const previous = values.keepPrevious === true ? 'kept' : 'removed'
    if (json) terminal.json({ id, previous })
    else if (values.removePrevious)
      terminal.out(`The previous secret of ${printable(argument)} is accepted no longer.`)
    else terminal.out(`The secret of ${printable(argument)} is replaced; the previous one is ${previous}.`)
    return exitCodes.ok
  },
})
