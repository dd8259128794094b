import { inTenant } from '#db/database.ts'
import { storedEmail } from '#members/account.ts'
import { findMemberByEmail, removeMember } from '#members/members.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'

export default command({
  about:
    'Removes the last owner too; `setup-link` then creates a link for a new one. For a forgotten password use `members reset-link` instead.',
  examples: ['npx millrace members remove maya@example.com'],
  argument: { name: 'ADDRESS', about: 'the e-mail address, as in `members list`' },
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const email = storedEmail(argument)
    const organisation = await withDatabase(context, async database => {
      const chosen = await chooseOrganisation(database.engine, values.organisation)
      await inTenant(database, chosen.id, async tx => {
        const member = await findMemberByEmail(tx, email)
        if (member === undefined) {
          throw new Failure(
            `${printable(email)} is not a member of ${printable(chosen.name)}. List members with: npx millrace members list`,
          )
        }
        await removeMember(tx, chosen.id, 'cli', { id: member.id, evenLastOwner: true })
      })
      return chosen
    })
    if (json) context.terminal.json({ email, organisation_id: organisation.id, removed: true })
    else context.terminal.out(`Removed ${printable(email)} from ${printable(organisation.name)}.`)
    return exitCodes.ok
  },
})
