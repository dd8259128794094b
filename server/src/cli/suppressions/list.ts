import { suppressionInWords } from '@millrace/contract/suppression'
import { listSuppressions } from '#suppressions/list-suppressions.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'

const MOST = 1_000

export default command({
  about: `Lists the addresses and numbers to which nothing is sent, newest first, at most ${MOST}.`,
  examples: [
    'npx millrace suppressions list',
    'npx millrace suppressions list --search ada@example.com --json',
  ],
  options: {
    search: { value: 'TEXT', about: 'the beginning of an e-mail address or a phone number' },
    all: { about: 'also those that were lifted' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, json }, context) {
    const { terminal } = context
    const suppressions = await withDatabase(context, async ({ engine }) => {
      const { id } = await chooseOrganisation(engine, values.organisation)
      const lifted = values.all ? undefined : 'no'
      return listSuppressions(engine, id, { text: values.search, lifted }, { limit: MOST })
    })
    if (json) terminal.json({ suppressions })
    else if (suppressions.length === 0) terminal.say('Nothing is suppressed.')
    else {
      const rows = suppressions.map(({ id, address, reason, source, since, lifted_at }) => [
        id,
        printable(address),
        `${suppressionInWords(reason)}${lifted_at === null ? '' : ' (lifted)'}`,
        printable(source),
        since,
      ])
      for (const line of alignTable(['ID', 'ADDRESS', 'REASON', 'SOURCE', 'SINCE'], rows)) terminal.out(line)
    }
    return exitCodes.ok
  },
})
