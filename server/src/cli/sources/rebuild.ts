import { inTransaction } from '#db/database.ts'
import { startRebuild } from '#jobs/rebuild/start-rebuild.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { exitCodes } from '../terminal/failure.ts'
import { orFail } from './or-fail.ts'
import { readSourceName } from './source-name.ts'

export default command({
  about:
    'The server does it in the background. It can be repeated, and events can arrive meanwhile. Entries whose ' +
    'events were deleted after their retention stay as they are.',
  examples: ['npx millrace sources rebuild till'],
  argument: { name: 'SOURCE', about: 'the name of the source; "-" for events that name none' },
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const source = readSourceName(argument)
    const job = await orFail(
      withDatabase(context, ({ engine }) =>
        inTransaction(engine, async tx => {
          const { id: organisationId } = await chooseOrganisation(tx, values.organisation)
          return startRebuild(tx, { organisationId, source, actor: 'cli' })
        }),
      ),
    )
    if (json) terminal.json({ job })
    else terminal.say(`The ledger is being rebuilt: job ${job.id}.`)
    return exitCodes.ok
  },
})
