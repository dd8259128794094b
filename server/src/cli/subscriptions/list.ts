import { listSubscriptions } from '#subscriptions/subscriptions.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'

export default command({
  about: 'Lists the addresses that are sent what happens, with what waits and what was given up.',
  examples: ['npx millrace subscriptions list', 'npx millrace subscriptions list --json'],
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, json }, context) {
    const { terminal } = context
    const subscriptions = await withDatabase(context, async ({ engine }) =>
      listSubscriptions(engine, (await chooseOrganisation(engine, values.organisation)).id),
    )
    if (json) terminal.json({ subscriptions })
    else if (subscriptions.length === 0)
      terminal.say('No subscriptions yet. Create one with: npx millrace subscriptions create')
    else {
      const rows = subscriptions.map(({ name, status, waiting, failed, last_delivered_at, url }) => [
        printable(name),
        status,
        String(waiting),
        String(failed),
        last_delivered_at ?? 'never',
        printable(url),
      ])
      for (const line of alignTable(HEADING, rows)) terminal.out(line)
    }
    return exitCodes.ok
  },
})

const HEADING = ['NAME', 'STATUS', 'WAITING', 'FAILED', 'LAST DELIVERED', 'ADDRESS']
