import { newId } from '#base/ids.ts'
import { inTransaction } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { createOrganisation } from '#organisations/create-organisation.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { name } from '../command/values.ts'
import { withDatabase } from '../database/with-database.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'

export default command({
  about:
    'An organisation has its own venues, guests, workflows and API keys, isolated from every other. The demo organisation exists from the first start, except in production.',
  examples: ["npx millrace organisations create --name 'Harbour & Vine'"],
  options: { name: { value: 'NAME', required: true, parse: name, about: 'the name of the organisation' } },
  environment: databaseVariables,
  async run({ values, json }, context) {
    const organisation = { id: newId(), name: values.name }
    await withDatabase(context, database =>
      inTransaction(database.engine, async tx => {
        await createOrganisation(tx, organisation)
        const { id } = organisation
        await recordAudit(tx, id, {
          actor: 'cli',
          action: 'organisation.created',
          subject: id,
          detail: { name: organisation.name },
        })
      }),
    )
    if (json) {
      context.terminal.json(organisation)
      return exitCodes.ok
    }
    context.terminal.out(`${organisation.id}  ${printable(organisation.name)}`)
    context.terminal.say(
      `Next, create a key: npx millrace keys create --organisation ${organisation.id} --name NAME`,
    )
    return exitCodes.ok
  },
})
