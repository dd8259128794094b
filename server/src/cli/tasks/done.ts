import { storedId } from '#base/ids.ts'
import { applyChange } from '#dashboard/tasks/apply-change.ts'
import { findTask } from '#dashboard/tasks/find-task.ts'
import { inTransaction } from '#db/database.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { openQueue } from '../runs/queue.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'

export default command({
  about:
    'A run that waits for the task continues, and can name who did it. The audit log has the name of that member too.',
  examples: ['npx millrace tasks done 0192c8a0-0000-7000-8000-000000000601 --by ada@example.com'],
  argument: { name: 'TASK', about: 'the id of the task' },
  options: {
    // Messages name who did it: "cli" is nobody whom a guest knows.
    by: { value: 'ADDRESS', required: true, about: 'the e-mail address of the member who did it' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const by = values.by.toLowerCase()
    const id = storedId(argument)
    const task = await withDatabase(context, ({ engine }) =>
      inTransaction(engine, async tx => {
        const { id: organisationId } = await chooseOrganisation(tx, values.organisation)
        const before = id && (await findTask(tx, organisationId, id, null))
        if (!before) throw new Failure(`There is no task ${printable(argument)}.`)
        const { rowCount } = await tx.query('SELECT member_addresses($1, $2)', [organisationId, [by]])
        if (rowCount !== 1) throw new Failure(`${printable(by)} is no member of the organisation.`)
        await applyChange(tx, openQueue(), { organisationId, before, change: { status: 'done' }, actor: by })
        return findTask(tx, organisationId, before.id, null)
      }),
    )
    if (json) terminal.json({ task })
    else terminal.say(`Done: ${printable(task?.title ?? '')}.`)
    return exitCodes.ok
  },
})
