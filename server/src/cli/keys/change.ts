import { changeKey, toShownKey } from '#access/keys.ts'
import { inTransaction } from '#db/database.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { name, wholeNumber } from '../command/values.ts'
import { withDatabase } from '../database/with-database.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure, wrongUsage } from '../terminal/failure.ts'
import { findLivingKey } from './find-key.ts'
import { limitOptions, wantedLimits } from './limit-options.ts'

/** What `--lift` takes, and the field that has no limit then. */
const liftable = {
  scopes: { scopes: null },
  venues: { serials: null },
  sources: { sources: null },
  addresses: { addresses: null },
  end: { endsAt: null },
} as const
type Liftable = keyof typeof liftable

export default command({
  about:
    'What you give replaces what the key had; the rest stays. If the key may do something else from now on, its tokens end at once, and clients get new ones with the same secret.',
  examples: [
    'npx millrace keys change mrid_… --scope events:write --venue HARBOUR',
    'npx millrace keys change mrid_… --ends 90d',
    'npx millrace keys change mrid_… --lift venues --lift end',
  ],
  argument: { name: 'CLIENT_ID', about: 'the key, as in `keys list`' },
  options: {
    name: { value: 'NAME', parse: name, about: 'what the key is for' },
    requestsPerMinute: {
      value: 'N',
      parse: wholeNumber(0, 2 ** 31 - 1),
      about: 'rate limit of the API; 0 for none',
    },
    ...limitOptions,
    lift: {
      value: 'LIMIT',
      multiple: true,
      choices: Object.keys(liftable) as readonly Liftable[],
      about: 'remove this limit; may be given several times',
    },
  },
  environment: [...databaseVariables, 'MILLRACE_MOST_REQUESTS_PER_MINUTE'],
  async run({ values, argument: clientId, json }, context) {
    const { config, terminal } = context
    const { name, lift = [], ...limits } = values
    if (Object.keys(values).length === 0) throw wrongUsage('Say what to change; see --help.')
    const lifted = Object.assign({}, ...lift.map(limit => liftable[limit]))
    const key = await withDatabase(context, database =>
      inTransaction(database.engine, async tx => {
        const { organisation_id: organisationId } = await findLivingKey(tx, clientId)
        const wanted = await wantedLimits(tx, organisationId, limits, config)
        const change = { ...lifted, ...wanted, ...(name === undefined ? {} : { name }) }
        const changed = await changeKey(tx, organisationId, 'cli', { clientId, change })
        if (changed === undefined) throw new Failure(`The key ${clientId} has just been revoked.`)
        return changed
      }),
    )
    const { id: _internal, ...shown } = toShownKey(key)
    if (json) terminal.json(shown)
    else terminal.out(`Changed ${clientId} (${printable(key.name)}).`)
    return exitCodes.ok
  },
})
