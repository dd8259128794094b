import { changeSubscription } from '#subscriptions/subscriptions.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'
import { onSubscription, subscriptionArgument } from './on-subscription.ts'

/** `subscriptions pause` and `subscriptions resume`, which differ in what they set. */
export const setPaused = (paused: boolean, { about, example }: { about: string; example: string }) =>
  command({
    about,
    examples: [example],
    argument: subscriptionArgument,
    options: { ...organisationOption },
    environment: databaseVariables,
    async run({ values, argument, json }, context) {
      const id = await withDatabase(context, database =>
        onSubscription(database, values.organisation, argument, async (tx, place) => {
          await changeSubscription(tx, place, 'cli', { paused })
          return place.id
        }),
      )
      if (json) context.terminal.json({ id, paused })
      else context.terminal.out(`${paused ? 'Paused' : 'Resumed'} ${printable(argument)}.`)
      return exitCodes.ok
    },
  })
