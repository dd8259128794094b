import { type Replayed, replayDeliveries } from '#subscriptions/deliveries.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { exitCodes, wrongUsage } from '../terminal/failure.ts'
import { onSubscription, subscriptionArgument } from './on-subscription.ts'

export default command({
  about:
    'Sends again what failed, or with --all also what was delivered, each with the same webhook-id. Receivers drop what they have seen.',
  examples: [
    "npx millrace subscriptions replay 'Data warehouse'",
    "npx millrace subscriptions replay 'Data warehouse' --from 2026-03-01T00:00:00Z --to 2026-03-02T00:00:00Z --all",
  ],
  argument: subscriptionArgument,
  options: {
    from: { value: 'TIME', about: 'what happened from this time on' },
    to: { value: 'TIME', about: 'and before this one' },
    all: { about: 'also what was delivered' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { from, to } = values
    for (const time of [from, to])
      if (time !== undefined && Number.isNaN(Date.parse(time)))
        throw wrongUsage(`${time} is not a time, such as 2026-03-01T00:00:00Z.`)
    const deliveries = await withDatabase(context, async database => {
      let sent = 0
      // In portions, each in a separate transaction.
      for (let next: Date | null = new Date(from ?? 0); next !== null; ) {
        const since = next.toISOString()
        const portion: Replayed = await onSubscription(database, values.organisation, argument, (tx, place) =>
          replayDeliveries(tx, place, 'cli', {
            state: values.all ? 'all' : 'failed',
            from: since,
            ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
          }),
        )
        sent += portion.deliveries
        next = portion.nextFrom
      }
      return sent
    })
    if (json) context.terminal.json({ deliveries })
    else
      context.terminal.out(`${deliveries} ${deliveries === 1 ? 'delivery is' : 'deliveries are'} sent again.`)
    return exitCodes.ok
  },
})
