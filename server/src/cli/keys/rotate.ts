import { rotateKey } from '#access/keys.ts'
import { inTransaction } from '#db/database.ts'
import { command } from '../command/command.ts'
import { parseDuration } from '../command/duration.ts'
import { databaseVariables } from '../command/environment.ts'
import { withDatabase } from '../database/with-database.ts'
import { alignPairs, printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { findLivingKey } from './find-key.ts'

const DEFAULT_GRACE = '24h'

export default command({
  about:
    'The new secret works at once. The old one works on for the time of grace, so that clients can be changed over\n' +
    'one by one. Tokens that were issued before live until they expire.',
  examples: [
    'npx millrace keys rotate mrid_…',
    'npx millrace keys rotate mrid_… --grace 0        # the old secret leaked',
  ],
  argument: { name: 'CLIENT_ID', about: 'The key, as in `keys list`' },
  options: {
    grace: {
      type: 'string',
      value: 'TIME',
      about: `How long the old secret works on: 0, 30m, 24h, 7d. Default: ${DEFAULT_GRACE}`,
    },
  },
  environment: databaseVariables,
  async run({ values, argument: clientId, json }, context) {
    const { terminal } = context
    const graceSeconds = parseDuration('--grace', values.grace ?? DEFAULT_GRACE)
    const { name, clientSecret } = await withDatabase(context, database =>
      inTransaction(database.engine, async tx => {
        const key = await findLivingKey(tx, clientId)
        const rotated = await rotateKey(tx, key.organisation_id, 'cli', { clientId, graceSeconds })
        if (rotated === undefined) throw new Failure(`The key ${clientId} was revoked at this very moment.`)
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
        ? '\nThe old secret is refused from now on. Keep the new one: it is not shown again.'
        : `\nThe old secret works for another ${values.grace ?? DEFAULT_GRACE}. Keep the new one: it is not shown again.`,
    )
    return exitCodes.ok
  },
})
