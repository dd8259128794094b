import { listTasks } from '#dashboard/tasks/list-tasks.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { wholeNumber } from '../command/values.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { second } from '../runs/draw-steps.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'

export default command({
  about: 'Newest first. Runs can wait for tasks: `npx millrace tasks done` lets them continue.',
  examples: [
    'npx millrace tasks list',
    'npx millrace tasks list --serial HARBOUR-01 --assignee Manager --json',
  ],
  options: {
    done: { about: 'those that are done, instead of the open ones' },
    serial: { value: 'CODE', about: 'only at this venue' },
    assignee: { value: 'NAME', about: 'only those assigned to this name' },
    limit: { value: 'N', usual: '50', parse: wholeNumber(1, 1_000), about: 'how many' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, json }, context) {
    const { terminal } = context
    const { done = false, serial, assignee, limit } = values
    const tasks = await withDatabase(context, async ({ engine }) => {
      const { id } = await chooseOrganisation(engine, values.organisation)
      const status = done ? 'done' : 'open'
      return listTasks(engine, id, { sight: null, status, serial, assignee, limit })
    })
    if (json) terminal.json({ tasks: tasks.map(({ exact: _, ...task }) => task) })
    else if (tasks.length === 0) terminal.say('No tasks found.')
    else
      for (const line of alignTable(
        ['ID', 'TITLE', 'VENUE', 'ASSIGNEE', 'DUE'],
        tasks.map(({ id, title, serial: venue, assignee: whose, due_at }) => [
          id,
          printable(title),
          venue ?? '-',
          printable(whose ?? '-'),
          due_at === null ? '-' : second(due_at),
        ]),
      ))
        terminal.out(line)
    return exitCodes.ok
  },
})
