import { addTest } from '#subscriptions/deliveries.ts'
import { findSubscription } from '#subscriptions/subscriptions.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { exitCodes } from '../terminal/failure.ts'
import { onSubscription, subscriptionArgument } from './on-subscription.ts'

export default command({
  about: 'Puts a test in line. A running Millrace sends it; the page of the subscription shows the result.',
  examples: ["npx millrace subscriptions test 'Data warehouse'"],
  argument: subscriptionArgument,
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { id, isPaused } = await withDatabase(context, database =>
      onSubscription(database, values.organisation, argument, async (tx, place) => ({
        id: await addTest(tx, place),
        isPaused: (await findSubscription(tx, place))?.status === 'paused',
      })),
    )
    if (json) context.terminal.json({ delivery_id: id })
    else
      context.terminal.out(
        isPaused
          ? `The test ${id} is sent when the subscription is resumed.`
          : `The test ${id} is on its way.`,
      )
    return exitCodes.ok
  },
})
