import { changeProvider } from '#organisations/providers/change-provider.ts'
import { command } from '../command/command.ts'
import { databaseVariables, outgoingVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, wrongUsage } from '../terminal/failure.ts'
import { limitOptions, limitsGiven } from './limit-options.ts'
import { changed, onProvider, providerArgument, providerParts } from './on-provider.ts'

export default command({
  about: 'Sets the pace, the daily limit and the warm-up of a provider. What is not given stays as it is.',
  examples: [
    'npx millrace providers set Postmark --pace 10/second',
    'npx millrace providers set Postmark --most-a-day 50000 --warm-up 50x2',
  ],
  argument: providerArgument,
  options: { ...limitOptions, ...organisationOption },
  environment: [...databaseVariables, 'MILLRACE_SECRET', ...outgoingVariables],
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const given = limitsGiven(values)
    if (Object.keys(given).length === 0) throw wrongUsage('Give --pace, --most-a-day or --warm-up.')
    const parts = await providerParts(context)
    const provider = await withDatabase(context, database =>
      onProvider(database, values.organisation, argument, async (tx, place, { id }) =>
        changed(await changeProvider(tx, parts, place, id, given)),
      ),
    )
    if (json) terminal.json({ provider })
    else terminal.out(`Saved ${printable(provider.name)}.`)
    return exitCodes.ok
  },
})
