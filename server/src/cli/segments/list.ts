import { listSegments } from '#workflows/segments/segments.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'
import { membersOf, usersOf } from './segment-lines.ts'

export default command({
  about: 'By name, with how many guests are in each and what uses it.',
  examples: ['npx millrace segments list', 'npx millrace segments list --json'],
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, json }, context) {
    const { terminal } = context
    const segments = await withDatabase(context, async ({ engine }) => {
      const { id } = await chooseOrganisation(engine, values.organisation)
      return listSegments(engine, id)
    })
    if (json) terminal.json({ segments })
    else if (segments.length === 0)
      terminal.say('No segments yet. Create one with: npx millrace segments create')
    else {
      const rows = segments.map(one => [one.id, printable(one.name), membersOf(one), usersOf(one)])
      for (const line of alignTable(['ID', 'NAME', 'MEMBERS', 'USED BY'], rows)) terminal.out(line)
    }
    return exitCodes.ok
  },
})
