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
import { exitCodes } from '../terminal/failure.ts'
import { chooseAccount } from './choose-account.ts'

export default command({
  about:
    'For a forgotten password, also of the only owner. The link works once and expires after a day; a new link replaces the previous one. The old password works until the link is used, which signs the member out everywhere. The audit log of each of their organisations records it.',
  examples: ['npx millrace members reset-link --email maya@example.com'],
  options: {
    email: { value: 'ADDRESS', required: true, about: "the member's address, as in `members list`" },
    organisation: {
      value: 'ID',
      about: 'an organisation of theirs; needed if the address has several accounts',
    },
  },
  environment: [...databaseVariables, ...addressVariables],
  async run({ values, json }, context) {
    const { config, env, terminal } = context
    const address = storedEmail(values.email)
    const made = await withDatabase(context, database =>
      inTransaction(database.engine, async tx =>
        createResetLink(tx, await chooseAccount(tx, address, values.organisation)),
      ),
    )
    const { base_url } = knownAddresses(config, env, livingServerRecord(config.dataDir))
    const link = resetLink(base_url, made.token)
    const expires_at = made.expiresAt.toISOString()
    if (json) terminal.json({ email: made.email, link, expires_at })
    else {
      terminal.out(link)
      terminal.say(`For ${printable(made.email)}. The link works once and expires at ${expires_at}.`)
    }
    return exitCodes.ok
  },
})
