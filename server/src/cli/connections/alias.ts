import { setAlias } from '#connections/change-connection.ts'
import { inTransaction } from '#db/database.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { chooseConnection } from './choose-connection.ts'

export default command({
  about:
    'Says which venue an id of the other system means. Deliveries that were held because nobody knew are read again at once.',
  examples: ["npx millrace connections alias 'Square till' --location LHARBOUR00001 --venue HARBOUR-01"],
  argument: { name: 'CONNECTION', about: 'its name or id' },
  options: {
    location: { value: 'ID', required: true, about: "the other system's id of the venue" },
    venue: { value: 'CODE', required: true, about: 'the venue code' },
    ...organisationOption,
  },
  environment: [...databaseVariables, 'MILLRACE_SECRET'],
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const { location, venue } = values
    await withDatabase(context, async ({ engine }) => {
      const { id } = await chooseOrganisation(engine, values.organisation)
      const connection = await chooseConnection(engine, id, argument)
      const { rows } = await engine.query('SELECT FROM venues WHERE organisation_id = $1 AND serial = $2', [
        id,
        venue,
      ])
      if (rows.length === 0) throw new Failure(`There is no venue with the code ${venue}.`)
      await inTransaction(engine, tx => setAlias(tx, id, 'cli', connection, location, venue))
    })
    if (json) terminal.json({ location, venue })
    else terminal.out(`${location} is ${venue}.`)
    return exitCodes.ok
  },
})
