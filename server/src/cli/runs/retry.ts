import { inTransaction } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { retryRun } from '#runs/commands/retry-run.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { findIn, statusInWords } from './find-in.ts'
import { openQueue } from './queue.ts'

export default command({
  about:
    'Continues a failed run from the step that failed, without repeating the steps before it. A worker picks it up.',
  examples: ['npx millrace runs retry 0192c8a0-0000-7000-8000-000000000301'],
  argument: { name: 'RUN', about: 'the id of the run' },
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const run = await withDatabase(context, ({ engine }) =>
      inTransaction(engine, async tx => {
        const { id } = await chooseOrganisation(tx, values.organisation)
        const { id: runId } = await findIn(tx, id, argument)
        const retry = await retryRun(tx, openQueue(), id, { runId })
        if (retry.kind === 'not_failed')
          throw new Failure(`Only a failed run can be retried; this one is ${statusInWords(retry.run)}.`)
        if (retry.kind === 'not_found') throw new Failure(`There is no run ${argument}.`)
        await recordAudit(tx, id, { actor: 'cli', action: 'run.retried', subject: runId })
        return retry.run
      }),
    )
    if (json) terminal.json({ run })
    else terminal.say(`Retrying ${run.id} from step "${run.current_node_id ?? 'start'}".`)
    return exitCodes.ok
  },
})
