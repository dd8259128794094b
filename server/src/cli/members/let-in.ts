import { inTransaction } from '#db/database.ts'
import { allowPasswords } from '#members/single-sign-on/settings.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'

export default command({
  about:
    'The way back in when single sign-on is enforced and the identity provider does not work: members can sign in with a password again. Everything else about single sign-on stays as it is. A member without a password gets one with `members reset-link`. The audit log records it.',
  examples: ['npx millrace members let-in'],
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, json }, context) {
    const { organisation, changed } = await withDatabase(context, async database => {
      const chosen = await chooseOrganisation(database.engine, values.organisation)
      const allowed = await inTransaction(database.engine, tx => allowPasswords(tx, chosen.id, 'cli'))
      return { organisation: chosen, changed: allowed }
    })
    const name = printable(organisation.name)
    if (json) context.terminal.json({ organisation_id: organisation.id, changed })
    else {
      context.terminal.out(
        changed
          ? `Members of ${name} can sign in with a password again.`
          : `${name} does not enforce single sign-on: members can sign in with a password.`,
      )
    }
    return exitCodes.ok
  },
})
