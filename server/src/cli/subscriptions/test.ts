import { addTest } from '#subscriptions/deliveries.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { exitCodes } from '../terminal/failure.ts'
import { onSubscription, subscriptionArgument } from './on-subscription.ts'

export default command({
  about:
    'Puts a test in line. A running Millrace sends it; the page of the subscription shows what came of it.',
  examples: ["npx millrace subscriptions test 'Data warehouse'"],
  argument: subscriptionArgument,
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const id = await withDatabase(context, database =>
      onSubscription(database, values.organisation, argument, addTest),
    )
    if (json) context.terminal.json({ delivery_id: id })
    else context.terminal.out(`The test ${id} is on its way.`)
    return exitCodes.ok
  },
})
