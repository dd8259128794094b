import type { Workflow } from '@millrace/contract/workflow'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'
import { everyWorkflow } from './every-workflow.ts'

export default command({
  about: 'Newest first, with the ids that other commands and the API take.',
  examples: ['npx millrace workflows list', 'npx millrace workflows list --json'],
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, json }, context) {
    const { terminal } = context
    const workflows = await withDatabase(context, async ({ engine }) => {
      const organisation = await chooseOrganisation(engine, values.organisation)
      return everyWorkflow(engine, organisation.id)
    })
    if (json) terminal.json({ workflows })
    else if (workflows.length === 0)
      terminal.say('No workflows yet. Import one with: npx millrace workflows import FILE')
    else for (const line of alignTable(HEADING, workflows.map(row))) terminal.out(line)
    return exitCodes.ok
  },
})

const HEADING = ['ID', 'STATUS', 'VERSION', 'SOURCE', 'NAME']

const row = ({ id, status, version, source, name }: Workflow) => [
  id,
  status,
  version === null ? '-' : String(version),
  source === null ? '-' : printable(source),
  printable(name),
]
