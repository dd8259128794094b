import { rotateKey } from '#access/keys.ts'
import { inTransaction } from '#db/database.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { duration } from '../command/values.ts'
import { withDatabase } from '../database/with-database.ts'
import { alignPairs, printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { lengthInWords } from '../terminal/length-in-words.ts'
import { findLivingKey } from './find-key.ts'

export default command({
  about:
    'The new secret works at once. The old one keeps working for the grace period, so that clients can switch one by one. Tokens already issued stay valid until they expire.',
  examples: [
    'npx millrace keys rotate mrid_…',
    'npx millrace keys rotate mrid_… --grace 0        # the old secret leaked',
  ],
  argument: { name: 'CLIENT_ID', about: 'the key, as in `keys list`' },
  options: {
    grace: {
      value: 'TIME',
      usual: '24h',
      parse: duration,
      about: 'how long the old secret keeps working: 0, 30m, 24h, 7d',
    },
  },
  environment: databaseVariables,
  async run({ values, argument: clientId, json }, context) {
    const { terminal } = context
    const graceSeconds = values.grace
    const { name, clientSecret } = await withDatabase(context, database =>
      inTransaction(database.engine, async tx => {
        const key = await findLivingKey(tx, clientId)
        const rotated = await rotateKey(tx, key.organisation_id, 'cli', { clientId, graceSeconds })
        if (rotated === undefined) throw new Failure(`The key ${clientId} has just been revoked.`)
        return { name: key.name, ...rotated }
      }),
    )
    if (json) {
      terminal.json({ client_id: clientId, client_secret: clientSecret, name, grace_seconds: graceSeconds })
      return exitCodes.ok
    }
    const pairs: [string, string][] = [
      ['Key', printable(name)],
      ['client_id', clientId],
      ['client_secret', clientSecret],
    ]
    for (const line of alignPairs(pairs)) terminal.out(line)
    terminal.say(
      graceSeconds === 0
        ? '\nThe old secret no longer works. Copy the new one now: it is not shown again.'
        : `\nThe old secret works for another ${lengthInWords(graceSeconds * 1_000)}. Copy the new one now: it is not shown again.`,
    )
    return exitCodes.ok
  },
})
