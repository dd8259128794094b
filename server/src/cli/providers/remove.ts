import { removeProvider } from '#organisations/providers/remove-provider.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { requireYes, saysYes } from '../command/require-yes.ts'
import { organisationOption, yesOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { onProvider, providerArgument, providerParts } from './on-provider.ts'

export default command({
  about:
    'Removes a provider with its password or token. The next one takes its place. Asks unless you pass --yes.',
  examples: ['npx millrace providers remove Postmark --yes'],
  argument: providerArgument,
  options: { ...yesOption, ...organisationOption },
  environment: [...databaseVariables, 'MILLRACE_SECRET'],
  async run({ values, argument, json }, context) {
    const { terminal } = context
    requireYes(terminal, values.yes, 'Removing cannot be undone.')
    if (!values.yes && !(await saysYes(terminal, 'Type yes to remove it: ')))
      throw new Failure('Nothing was removed.')
    const { sealer } = await providerParts(context)
    const name = await withDatabase(context, database =>
      onProvider(database, values.organisation, argument, (tx, place, { id }) =>
        removeProvider(tx, sealer, place, id),
      ),
    )
    if (json) terminal.json({ name, removed: true })
    else terminal.out(`Removed ${printable(name ?? argument)}.`)
    return exitCodes.ok
  },
})
