import { deleteSubscription } from '#subscriptions/subscriptions.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { requireYes, saysYes } from '../command/require-yes.ts'
import { organisationOption, yesOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { onSubscription, subscriptionArgument } from './on-subscription.ts'

export default command({
  about: 'Deletes a subscription with its deliveries, also those that wait. Asks unless you pass --yes.',
  examples: ["npx millrace subscriptions delete 'Data warehouse' --yes"],
  argument: subscriptionArgument,
  options: { ...yesOption, ...organisationOption },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    requireYes(terminal, values.yes, 'Deleting cannot be undone.')
    if (!values.yes && !(await saysYes(terminal, 'Type yes to delete it: ')))
      throw new Failure('Nothing was deleted.')
    const name = await withDatabase(context, database =>
      onSubscription(database, values.organisation, argument, (tx, place) =>
        deleteSubscription(tx, place, 'cli'),
      ),
    )
    if (json) terminal.json({ name, deleted: true })
    else terminal.out(`Deleted ${printable(name ?? argument)}.`)
    return exitCodes.ok
  },
})
