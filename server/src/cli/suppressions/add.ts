import { inTransaction } from '#db/database.ts'
import { enterSuppression } from '#suppressions/enter-and-lift.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure, wrongUsage } from '../terminal/failure.ts'
import { reasonOf } from './reason-of.ts'

export default command({
  about:
    'Sends nothing more to an e-mail address or a phone number, whichever guest has it. The audit log records the reason.',
  examples: ["npx millrace suppressions add ada@example.com --reason 'asked by letter'"],
  argument: { name: 'ADDRESS', about: 'an e-mail address, or a phone number such as +442079460000' },
  options: {
    reason: { value: 'TEXT', required: true, about: 'why, for those who look later' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument: address, json }, context) {
    const { terminal } = context
    const note = reasonOf(values.reason)
    const channel = address.includes('@') ? 'email' : 'sms'
    const entered = await withDatabase(context, async ({ engine }) => {
      const { id } = await chooseOrganisation(engine, values.organisation)
      return inTransaction(engine, tx =>
        enterSuppression(tx, id, { channel, address, note }, { actor: 'cli', source: 'cli' }),
      )
    })
    if (entered === 'no_address')
      throw wrongUsage(`${printable(address)} is neither an e-mail address nor a phone number in full.`)
    if (entered === 'suppressed_already')
      throw new Failure(
        `Nothing is sent to ${printable(address)} already. See: npx millrace suppressions list`,
      )
    if (json) terminal.json({ suppression: entered })
    else terminal.out(`${entered.id}  ${printable(entered.address)}`)
    return exitCodes.ok
  },
})
