import { readAgain } from '#connections/change-connection.ts'
import { inTransaction } from '#db/database.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { exitCodes, wrongUsage } from '../terminal/failure.ts'
import { chooseConnection } from './choose-connection.ts'

const states = ['held', 'failed', 'done'] as const

export default command({
  about:
    'Reads stored deliveries again, by the mapping that the connection has now. What has made an event makes none again.',
  examples: [
    "npx millrace deliveries replay 'Square till'",
    "npx millrace deliveries replay 'Square till' --state done",
  ],
  argument: { name: 'CONNECTION', about: 'its name or id' },
  options: {
    state: { value: 'STATE', about: 'held, failed or done; without it, held and failed' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const state = states.find(one => one === values.state)
    if (values.state !== undefined && state === undefined)
      throw wrongUsage(`The state of a delivery is one of ${states.join(', ')}.`)
    const deliveries = await withDatabase(context, async ({ engine }) => {
      const { id } = await chooseOrganisation(engine, values.organisation)
      const connection = await chooseConnection(engine, id, argument)
      return inTransaction(engine, tx =>
        readAgain(tx, id, connection, state === undefined ? ['held', 'failed'] : [state]),
      )
    })
    if (json) terminal.json({ deliveries })
    else terminal.out(`${deliveries} ${deliveries === 1 ? 'delivery is' : 'deliveries are'} read again.`)
    return exitCodes.ok
  },
})
