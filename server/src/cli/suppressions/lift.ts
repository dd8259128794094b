import { isStoredId } from '#base/ids.ts'
import { inTransaction } from '#db/database.ts'
import { liftSuppression } from '#suppressions/enter-and-lift.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { reasonOf } from './reason-of.ts'

export default command({
  about:
    'Allows messages to an address or a number again. The entry stays in the list as lifted, and the audit log records the reason.',
  examples: [
    "npx millrace suppressions lift 0192c8a0-0000-7000-8000-000000000301 --reason 'the mailbox works again'",
  ],
  argument: { name: 'ID', about: 'the entry, as in `suppressions list`' },
  options: {
    reason: { value: 'TEXT', required: true, about: 'why, for those who look later' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const because = reasonOf(values.reason)
    const id = argument.toLowerCase()
    const lifted = await withDatabase(context, async ({ engine }) => {
      const { id: organisationId } = await chooseOrganisation(engine, values.organisation)
      if (!isStoredId(id)) return undefined
      return inTransaction(engine, tx => liftSuppression(tx, organisationId, id, { actor: 'cli', because }))
    })
    if (lifted === undefined)
      throw new Failure(
        `No suppression ${printable(argument)} is in force. See: npx millrace suppressions list`,
      )
    if (json) terminal.json({ suppression: lifted })
    else terminal.out(`Messages to ${printable(lifted.address)} are sent again.`)
    return exitCodes.ok
  },
})
