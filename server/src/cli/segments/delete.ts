import { inTransaction } from '#db/database.ts'
import { deleteSegment } from '#workflows/segments/segments.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'
import { chooseSegment } from './choose-segment.ts'
import { orFail } from './or-fail.ts'

export default command({
  about: 'Refused while a workflow or another segment uses it. No guest changes.',
  examples: ['npx millrace segments delete Regulars'],
  argument: { name: 'SEGMENT', about: 'the id or the name of the segment' },
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const { id, name } = await orFail(
      withDatabase(context, async ({ engine }) => {
        const { id: organisationId } = await chooseOrganisation(engine, values.organisation)
        return inTransaction(engine, async tx => {
          const segment = await chooseSegment(tx, organisationId, argument)
          await deleteSegment(tx, { organisationId, segmentId: segment.id }, 'cli')
          return segment
        })
      }),
    )
    if (json) terminal.json({ id, name, deleted: true })
    else terminal.say(`Deleted "${printable(name)}".`)
    return exitCodes.ok
  },
})
