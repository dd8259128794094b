import { reasonInShort } from '@millrace/contract/skip-reason'
import { listBroadcasts } from '#dashboard/workflows/list-broadcasts.ts'
import { createOrganisationFactsCache } from '#venues/organisation-facts.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'
import { chooseWorkflow } from '../workflows/choose-workflow.ts'

export default command({
  about: 'Lists the broadcasts of a workflow, newest first, with how far they are and who was left out.',
  examples: ["npx millrace broadcasts list 'First Monday'"],
  argument: { name: 'WORKFLOW', about: 'the id or the name of the workflow' },
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const organisations = createOrganisationFactsCache()
    const broadcasts = await withDatabase(context, async ({ engine }) => {
      const { id } = await chooseOrganisation(engine, values.organisation)
      const workflow = await chooseWorkflow(engine, id, argument)
      return listBroadcasts(engine, organisations, id, workflow.id)
    })
    if (json) terminal.json({ ...broadcasts })
    else if (broadcasts.data.length === 0) terminal.say('Nothing was sent yet.')
    else {
      const rows = broadcasts.data.map(({ due_at, state, considered, started, skipped }) => [
        due_at,
        state,
        String(considered),
        String(started),
        printable(leftOutInWords(skipped) || '-'),
      ])
      for (const line of alignTable(['DUE', 'STATE', 'CONSIDERED', 'STARTED', 'LEFT OUT'], rows))
        terminal.out(line)
    }
    if (!json && broadcasts.next_at !== null) terminal.say(`Sent next at ${broadcasts.next_at}.`)
    return exitCodes.ok
  },
})

/** "1900: the guest has not agreed to its messages". */
export const leftOutInWords = (skipped: Readonly<Record<string, number>>): string =>
  Object.entries(skipped)
    .map(([reason, many]) => `${many}: ${reasonInShort(reason)}`)
    .join('; ')
