import { inTransaction } from '#db/database.ts'
import { storedEmail } from '#members/account.ts'
import { removeSecondFactor } from '#members/second-factor/remove-second-factor.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { withDatabase } from '../database/with-database.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'
import { chooseAccount } from './choose-account.ts'

export default command({
  about:
    'For a member who has lost their devices and their recovery codes. Make sure that it is really them. They are signed out everywhere, and sign in with the password alone; if an organisation of theirs requires a second factor, they set up a new one. The audit log of each of their organisations records it.',
  examples: ['npx millrace members reset-factor --email maya@example.com'],
  options: {
    email: { value: 'ADDRESS', required: true, about: "the member's address, as in `members list`" },
    organisation: {
      value: 'ID',
      about: 'an organisation of theirs; needed if the address has several accounts',
    },
  },
  environment: databaseVariables,
  async run({ values, json }, context) {
    const { terminal } = context
    const email = storedEmail(values.email)
    await withDatabase(context, database =>
      inTransaction(database.engine, async tx =>
        removeSecondFactor(tx, await chooseAccount(tx, email, values.organisation), 'cli'),
      ),
    )
    if (json) terminal.json({ email, removed: true })
    else terminal.out(`Removed the second factor of ${printable(email)}.`)
    return exitCodes.ok
  },
})
