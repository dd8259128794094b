import type { Provider } from '@millrace/contract/provider'
import { listProviders } from '#organisations/providers/list-providers.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'

export default command({
  about:
    'Lists the providers that send e-mails and SMS, in the order in which they are used, and how they do.',
  examples: ['npx millrace providers list', 'npx millrace providers list --json'],
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, json }, context) {
    const { terminal } = context
    const providers = await withDatabase(context, async ({ engine }) =>
      listProviders(engine, (await chooseOrganisation(engine, values.organisation)).id),
    )
    if (json) terminal.json({ providers })
    else if (providers.length === 0)
      terminal.say(
        'No providers yet: messages are stored and not sent. Add one with: npx millrace providers add',
      )
    else for (const line of alignTable(HEADING, providers.map(rowOf))) terminal.out(line)
    return exitCodes.ok
  },
})

const HEADING = ['CHANNEL', 'NAME', 'STATUS', 'PACE', 'TODAY', 'SERVER', 'WHY']

const rowOf = ({ channel, name, status, pace, today, limit_today, smtp, sms, error }: Provider) => [
  channel,
  printable(name),
  status,
  pace === null ? '' : `${pace.most}/${pace.per}`,
  limit_today === null ? '' : `${today} of ${limit_today}`,
  printable(smtp?.host ?? sms?.api_url ?? ''),
  printable(error ?? ''),
]
