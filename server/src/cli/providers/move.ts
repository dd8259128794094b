import { orderProviders } from '#organisations/providers/order-providers.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { wholeNumber } from '../command/values.ts'
import { withDatabase } from '../database/with-database.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { onProvider, providerArgument, providerParts } from './on-provider.ts'

export default command({
  about:
    'Puts a provider into another place among those of its channel. Messages go through the first that works.',
  examples: ['npx millrace providers move Postmark --to 1'],
  argument: providerArgument,
  options: {
    to: { value: 'PLACE', required: true, parse: wholeNumber(1, 10), about: 'its new place, from 1' },
    ...organisationOption,
  },
  environment: [...databaseVariables, 'MILLRACE_SECRET'],
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const { sealer } = await providerParts(context)
    const order = await withDatabase(context, database =>
      onProvider(database, values.organisation, argument, async (tx, place, { id, channel }, all) => {
        const others = all.filter(other => other.channel === channel && other.id !== id)
        const moved = all.filter(other => other.id === id)
        const ordered = [...others.slice(0, values.to - 1), ...moved, ...others.slice(values.to - 1)]
        const isDone = await orderProviders(
          tx,
          sealer,
          place,
          channel,
          ordered.map(one => one.id),
        )
        if (!isDone) throw new Failure('The list has changed meanwhile. Try again.')
        return ordered.map(one => one.name)
      }),
    )
    if (json) terminal.json({ order })
    else terminal.out(order.map((one, index) => `${index + 1}. ${printable(one)}`).join('\n'))
    return exitCodes.ok
  },
})
