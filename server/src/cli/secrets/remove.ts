import { inTransaction } from '#db/database.ts'
import { removeNamedSecret } from '#organisations/named-secrets.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'

export default command({
  about: 'Removes a secret. Webhooks that name it fail, until there is one with this name again.',
  examples: ['npx millrace secrets remove crm_token'],
  argument: { name: 'NAME', about: 'the secret, as in `secrets list`' },
  options: { ...organisationOption },
  environment: [...databaseVariables, 'MILLRACE_SECRET'],
  async run({ values, argument: name, json }, context) {
    const { terminal } = context
    await withDatabase(context, async ({ engine }) => {
      const { id } = await chooseOrganisation(engine, values.organisation)
      const removed = await inTransaction(engine, tx => removeNamedSecret(tx, id, 'cli', name))
      if (!removed) throw new Failure(`There is no secret ${name}. See: npx millrace secrets list`)
    })
    if (json) terminal.json({ name, removed: true })
    else terminal.out(`Removed ${name}.`)
    return exitCodes.ok
  },
})
