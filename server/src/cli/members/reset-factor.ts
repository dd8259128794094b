import { inTransaction } from '#db/database.ts'
import { storedEmail } from '#members/account.ts'
import { removeSecondFactor } from '#members/second-factor/remove-second-factor.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { withDatabase } from '../database/with-database.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'

export default command({
  about:
    'For a member who has lost their devices and their recovery codes. Make sure that it is really them. They are signed out everywhere, and sign in with the password alone; if an organisation of theirs requires a second factor, they set up a new one. The audit log of each of their organisations records it.',
  examples: ['npx millrace members reset-factor --email maya@example.com'],
  options: {
    email: { value: 'ADDRESS', required: true, about: "the member's address, as in `members list`" },
  },
  environment: databaseVariables,
  async run({ values, json }, context) {
    const { terminal } = context
    const email = storedEmail(values.email)
    const removed = await withDatabase(context, database =>
      inTransaction(database.engine, tx => removeSecondFactor(tx, email, 'cli')),
    )
    if (!removed) {
      throw new Failure(`${printable(email)} is not a member. List members with: npx millrace members list`)
    }
    if (json) terminal.json({ email, removed })
    else terminal.out(`Removed the second factor of ${printable(email)}.`)
    return exitCodes.ok
  },
})
