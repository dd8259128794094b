import { inTransaction } from '#db/database.ts'
import { storedEmail } from '#members/account.ts'
import { createResetLink } from '#members/reset-link.ts'
import { resetLink } from '#members/secret.ts'
import { command } from '../command/command.ts'
import { addressVariables, databaseVariables } from '../command/environment.ts'
import { withDatabase } from '../database/with-database.ts'
import { knownAddresses } from '../server/addresses.ts'
import { livingServerRecord } from '../server/server-record.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure, wrongUsage } from '../terminal/failure.ts'

export default command({
  about:
    'For somebody who has forgotten their password, also the only owner. The link works once, and for a day; a second\n' +
    'one takes the place of the first. Until it is used the old password works on, and then they are signed out\n' +
    'everywhere. The audit log of each of their organisations tells of it.',
  examples: ['npx millrace members reset-link --email maya@example.com'],
  options: { email: { type: 'string', value: 'ADDRESS', about: 'Whose, as in `members list`' } },
  environment: [...databaseVariables, ...addressVariables],
  async run({ values, json }, context) {
    const { config, env, terminal } = context
    if (values.email === undefined) throw wrongUsage('Say whose password with --email ADDRESS.')
    const address = storedEmail(values.email)
    const made = await withDatabase(context, database =>
      inTransaction(database.engine, tx => createResetLink(tx, address)),
    )
    if (made === undefined) {
      throw new Failure(`${printable(address)} is no member. See all of them with: npx millrace members list`)
    }
    const { base_url } = knownAddresses(config, env, livingServerRecord(config.dataDir))
    const link = resetLink(base_url, made.token)
    const expires_at = made.expiresAt.toISOString()
    if (json) terminal.json({ email: made.email, link, expires_at })
    else {
      terminal.out(link)
      terminal.say(`For ${printable(made.email)}. It works once, until ${expires_at}.`)
    }
    return exitCodes.ok
  },
})
