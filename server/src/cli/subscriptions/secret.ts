import { loadSecrets } from '#config/secrets.ts'
import { createSealer } from '#secrets/sealer.ts'
import { changeSecret } from '#subscriptions/subscriptions.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { exitCodes } from '../terminal/failure.ts'
import { onSubscription, subscriptionArgument } from './on-subscription.ts'

export default command({
  about: 'Creates a new secret and prints it once. Requests are signed with the previous one too, for a day.',
  examples: ["npx millrace subscriptions secret 'Data warehouse'"],
  argument: subscriptionArgument,
  options: { ...organisationOption },
  environment: [...databaseVariables, 'MILLRACE_SECRET'],
  async run({ values, argument, json }, context) {
    const { config, terminal } = context
    const secret = await withDatabase(context, async database => {
      const sealer = createSealer((await loadSecrets(config)).master)
      return onSubscription(database, values.organisation, argument, (tx, place) =>
        changeSecret(tx, sealer, place, 'cli'),
      )
    })
    if (json) terminal.json({ secret })
    else terminal.out(secret as string)
    return exitCodes.ok
  },
})
