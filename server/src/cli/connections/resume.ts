import { changeConnection } from '#connections/change-connection.ts'
import { inTransaction } from '#db/database.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'
import { chooseConnection } from './choose-connection.ts'

export default command({
  about: 'Waiting deliveries are processed now, oldest first.',
  examples: ["npx millrace connections resume 'Square till'"],
  argument: { name: 'CONNECTION', about: 'its name or id' },
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const id = await withDatabase(context, async ({ engine }) => {
      const organisation = await chooseOrganisation(engine, values.organisation)
      const connection = await chooseConnection(engine, organisation.id, argument)
      await inTransaction(engine, tx =>
        changeConnection(tx, organisation.id, 'cli', connection, { paused: false }),
      )
      return connection
    })
    if (json) context.terminal.json({ id, paused: false })
    else context.terminal.out(`Resumed ${printable(argument)}.`)
    return exitCodes.ok
  },
})
