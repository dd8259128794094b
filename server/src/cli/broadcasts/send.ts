import type { BroadcastEstimate } from '@millrace/contract/sent-broadcast'
import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { estimateBroadcast } from '#triggers/estimate-broadcast.ts'
import { readLiveBroadcast } from '#triggers/live-broadcast.ts'
import { createOrganisationFactsCache } from '#venues/organisation-facts.ts'
import { sendBroadcast } from '#workflows/broadcasts/change-broadcast.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption, yesOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { chooseWorkflow } from '../workflows/choose-workflow.ts'
import { orRefuse } from '../workflows/refusal.ts'
import { leftOutInWords } from './list.ts'

export default command({
  about:
    'Shows for how many members of its segment the live version starts, and why others are left out. With --yes, it is sent to them.',
  examples: [
    "npx millrace broadcasts send 'Menu change'",
    "npx millrace broadcasts send 'Menu change' --yes",
  ],
  argument: { name: 'WORKFLOW', about: 'the id or the name of the workflow' },
  options: { ...yesOption, ...organisationOption },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    return withDatabase(context, async ({ engine }) => {
      const { id: organisationId } = await chooseOrganisation(engine, values.organisation)
      const workflow = await chooseWorkflow(engine, organisationId, argument)
      const workflowId = workflow.id
      const estimate = await estimateLive(engine, organisationId, workflow)
      if (!json) for (const line of estimateLines(estimate)) terminal.out(line)
      const id = values.yes
        ? await orRefuse(() =>
            inTransaction(engine, tx => sendBroadcast(tx, { organisationId, workflowId, actor: 'cli' })),
          )
        : null
      if (json) terminal.json({ id, estimate })
      else
        terminal.say(
          id === null ? 'Nothing was sent. Pass --yes to send it.' : 'The broadcast is being sent.',
        )
      return exitCodes.ok
    })
  },
})

async function estimateLive(
  sql: Sql,
  organisationId: string,
  workflow: Parameters<typeof readLiveBroadcast>[2],
): Promise<BroadcastEstimate> {
  const live = await readLiveBroadcast(sql, organisationId, workflow)
  if (live === undefined)
    throw new Failure('The live version is not a broadcast. Publish it with one as its trigger first.')
  return estimateBroadcast(sql, createOrganisationFactsCache(), { organisationId, ...live })
}

function estimateLines({ members, starts, capped, is_sample, skipped }: BroadcastEstimate): string[] {
  const leftOut = leftOutInWords(skipped)
  return [
    `Starts for ${is_sample ? 'about ' : ''}${starts} of ${members} ${members === 1 ? 'guest' : 'guests'}.`,
    ...(capped === 0
      ? []
      : [
          `${is_sample ? 'About ' : ''}${capped} of them get no message: they have had as many as the caps allow.`,
        ]),
    ...(leftOut === '' ? [] : [`Left out: ${leftOut}.`]),
  ]
}
