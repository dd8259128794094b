import { countDeletion, type Deletion, deleteConnection } from '#connections/delete-connection.ts'
import { inTransaction } from '#db/database.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { requireYes } from '../command/require-yes.ts'
import { organisationOption, yesOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { chooseConnection } from './choose-connection.ts'
import { counted } from './counted.ts'

export default command({
  about:
    'Its address answers 404 from then on, and its deliveries are deleted; events that it made stay. This cannot be undone: pause a connection to keep what arrives. Asks for its name unless you pass --yes.',
  examples: [
    "npx millrace connections delete 'Square till'",
    "npx millrace connections delete 'Square till' --yes",
  ],
  argument: { name: 'CONNECTION', about: 'its name or id' },
  options: { ...yesOption, ...organisationOption },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    requireYes(terminal, values.yes, 'Deleting cannot be undone.')
    const deleted = await withDatabase(context, async ({ engine }) => {
      const organisation = await chooseOrganisation(engine, values.organisation)
      const id = await chooseConnection(engine, organisation.id, argument)
      const before = (await countDeletion(engine, organisation.id, id)) as Deletion
      if (!json) terminal.say(inWords(before))
      // Asked outside the transaction: one that waits for a person would be ended by the database.
      if (!values.yes) {
        const answer = await terminal.ask(`Type its name, "${printable(before.name)}", to confirm: `)
        if (answer.trim() !== printable(before.name).trim())
          throw new Failure('The name does not match. Nothing was deleted.')
      }
      const deletion = await inTransaction(engine, tx => deleteConnection(tx, organisation.id, 'cli', id))
      if (deletion === undefined) throw new Failure('The connection has just been deleted.')
      return { id, ...deletion }
    })
    if (json) terminal.json({ ...deleted, deleted: true })
    else terminal.out(`Deleted ${printable(deleted.name)}.`)
    return exitCodes.ok
  },
})

const inWords = ({ deliveries, unread, events }: Deletion): string =>
  `Deletes ${counted(deliveries)} ${deliveries === 1 ? 'delivery' : 'deliveries'}, of which ${counted(unread)} made no event yet. ${counted(events)} ${events === 1 ? 'event stays' : 'events stay'}.`
