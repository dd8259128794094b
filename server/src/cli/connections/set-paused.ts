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

/** `connections pause` and `connections resume`, which differ in what they set. */
export const setPaused = (paused: boolean, { about, example }: { about: string; example: string }) =>
  command({
    about,
    examples: [example],
    argument: { name: 'CONNECTION', about: 'its name or id' },
    options: { ...organisationOption },
    environment: databaseVariables,
    async run({ values, argument, json }, context) {
      const id = await withDatabase(context, async ({ engine }) => {
        const organisation = await chooseOrganisation(engine, values.organisation)
        const connection = await chooseConnection(engine, organisation.id, argument)
        await inTransaction(engine, tx =>
          changeConnection(tx, organisation.id, 'cli', connection, { paused }),
        )
        return connection
      })
      if (json) context.terminal.json({ id, paused })
      else context.terminal.out(`${paused ? 'Paused' : 'Resumed'} ${printable(argument)}.`)
      return exitCodes.ok
    },
  })
