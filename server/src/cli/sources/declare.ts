import { EventKind, type SourceMeaning } from '@millrace/contract/source'
import { inTransaction } from '#db/database.ts'
import { startRebuild } from '#jobs/rebuild/start-rebuild.ts'
import { setMeaning } from '#visits/source-meanings.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, wrongUsage } from '../terminal/failure.ts'
import { orFail } from './or-fail.ts'
import { readSourceName } from './source-name.ts'

const kinds = (EventKind as unknown as { enum: SourceMeaning['kind'][] }).enum

export default command({
  about:
    'Its events leave entries in the ledger of visits from then on; with --rebuild, stored events do so too. ' +
    'AMOUNT, CURRENCY and COVERS are names of parameters.',
  examples: [
    'npx millrace sources declare till --kind visit --amount total --rebuild',
    'npx millrace sources declare newsletter --kind none',
  ],
  argument: { name: 'SOURCE', about: 'the name of the source; "-" for events that name none' },
  options: {
    kind: { value: 'KIND', about: 'what its events are', choices: [...kinds, 'none'], required: true },
    amount: { value: 'NAME', about: 'the parameter that holds the amount' },
    currency: { value: 'NAME', about: 'the parameter that holds the currency' },
    covers: { value: 'NAME', about: 'the parameter that holds the number of guests at the table' },
    rebuild: { about: 'also rebuild the ledger from stored events; the server does it in the background' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const source = readSourceName(argument)
    const { kind, amount = null, currency = null, covers = null } = values
    if (kind === 'none' && (amount ?? currency ?? covers) !== null)
      throw wrongUsage('Events of no kind have no amount, currency or covers.')
    const meaning = kind === 'none' ? null : { kind: kind as SourceMeaning['kind'], amount, currency, covers }
    const declared = await orFail(
      withDatabase(context, ({ engine }) =>
        inTransaction(engine, async tx => {
          const { id: organisationId } = await chooseOrganisation(tx, values.organisation)
          const changed = await setMeaning(tx, organisationId, source, meaning, 'cli')
          const job =
            values.rebuild === true ? await startRebuild(tx, { organisationId, source, actor: 'cli' }) : null
          return { changed, job }
        }),
      ),
    )
    if (json) terminal.json({ source, meaning, ...declared })
    else {
      const name = source === null ? 'Events without a source' : `The events of ${printable(source)}`
      const what = meaning === null ? 'nothing in particular' : `a ${meaning.kind.replace('_', '-')}`
      terminal.say(`${name} are ${what}${declared.changed ? ' from the next one on' : ' already'}.`)
      if (declared.job !== null) terminal.say(`The ledger is being rebuilt: job ${declared.job.id}.`)
    }
    return exitCodes.ok
  },
})
