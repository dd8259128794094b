import { inTransaction } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { cancelRun } from '#runs/commands/cancel-run.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { findIn, statusInWords } from './find-in.ts'

export default command({
  about: 'Stops the run at its current step. Messages that have not gone out are not sent.',
  examples: ['npx millrace runs cancel 0192c8a0-0000-7000-8000-000000000301'],
  argument: { name: 'RUN', about: 'the id of the run' },
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const run = await withDatabase(context, ({ engine }) =>
      inTransaction(engine, async tx => {
        const { id } = await chooseOrganisation(tx, values.organisation)
        const { workflow_id: workflowId, id: runId } = await findIn(tx, id, argument)
        const cancellation = await cancelRun(tx, id, { workflowId, runId })
        if (cancellation.kind === 'finished')
          throw new Failure(`The run has already ended: ${statusInWords(cancellation.run)}.`)
        if (cancellation.kind === 'not_found') throw new Failure(`There is no run ${argument}.`)
        await recordAudit(tx, id, { actor: 'cli', action: 'run.cancelled', subject: runId })
        return cancellation.run
      }),
    )
    if (json) terminal.json({ run })
    else terminal.say(`Cancelled ${run.id}.`)
    return exitCodes.ok
  },
})
