import { revokeKey } from '#access/keys.ts'
import { inTransaction } from '#db/database.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { requireYes } from '../command/require-yes.ts'
import { yesOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { findLivingKey } from './find-key.ts'

export default command({
  about:
    'The next request with the key, or with any of its tokens, is refused by every process. This cannot be undone: create a new key instead. Asks for the name of the key unless you pass --yes.',
  examples: ['npx millrace keys revoke mrid_…', 'npx millrace keys revoke mrid_… --yes'],
  argument: { name: 'CLIENT_ID', about: 'the key, as in `keys list`' },
  options: { ...yesOption },
  environment: databaseVariables,
  async run({ values, argument: clientId, json }, context) {
    const { terminal } = context
    requireYes(terminal, values.yes, 'Revoking cannot be undone.')
    const name = await withDatabase(context, async database => {
      const key = await findLivingKey(database.engine, clientId)
      // Asked outside the transaction: one that waits for a person would be ended by the database.
      if (!values.yes) await confirm(terminal, key.name)
      const revoked = await inTransaction(database.engine, tx =>
        revokeKey(tx, key.organisation_id, 'cli', clientId),
      )
      if (!revoked) throw new Failure(`The key ${clientId} has just been revoked.`)
      return key.name
    })
    if (json) terminal.json({ client_id: clientId, name, revoked: true })
    else terminal.out(`Revoked ${clientId} (${printable(name)}). Its tokens no longer work.`)
    return exitCodes.ok
  },
})

async function confirm(terminal: Terminal, name: string): Promise<void> {
  const shown = printable(name)
  const answer = await terminal.ask(`This revokes the key "${shown}" permanently. Type its name to confirm: `)
  if (answer.trim() !== shown.trim()) throw new Failure('The name does not match. Nothing was revoked.')
}
