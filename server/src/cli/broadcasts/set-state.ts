import type { BroadcastState } from '@millrace/contract/sent-broadcast'
import { listBroadcasts } from '#dashboard/workflows/list-broadcasts.ts'
import { inTransaction } from '#db/database.ts'
import { createOrganisationFactsCache } from '#venues/organisation-facts.ts'
import { setBroadcastState } from '#workflows/broadcasts/change-broadcast.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { chooseWorkflow } from '../workflows/choose-workflow.ts'
import { orRefuse } from '../workflows/refusal.ts'

interface Change {
  readonly about: string
  readonly name: string
  /** What the broadcast is before, the first of these that there is. */
  readonly from: readonly BroadcastState[]
  readonly to: 'sending' | 'paused' | 'stopped'
  readonly done: string
  readonly none: string
}

/** A command that changes the latest broadcast of a workflow for which this makes sense. */
export const setState = ({ about, name, from, to, done, none }: Change) =>
  command({
    about,
    examples: [`npx millrace broadcasts ${name} 'First Monday'`],
    argument: { name: 'WORKFLOW', about: 'the id or the name of the workflow' },
    options: { ...organisationOption },
    environment: databaseVariables,
    async run({ values, argument, json }, context) {
      const { terminal } = context
      const organisations = createOrganisationFactsCache()
      const id = await withDatabase(context, async ({ engine }) => {
        const { id: organisationId } = await chooseOrganisation(engine, values.organisation)
        const { id: workflowId } = await chooseWorkflow(engine, organisationId, argument)
        const { data } = await listBroadcasts(engine, organisations, organisationId, workflowId)
        const chosen = from.flatMap(state => data.filter(one => one.state === state))[0]
        if (chosen === undefined) throw new Failure(none)
        const change = { organisationId, workflowId, actor: 'cli' }
        await orRefuse(() => inTransaction(engine, tx => setBroadcastState(tx, change, chosen.id, to)))
        return chosen.id
      })
      if (json) terminal.json({ id, state: to })
      else terminal.out(done)
      return exitCodes.ok
    },
  })
