import type { MappingCheck } from '@millrace/contract/dashboard/connections'
import { readMapping } from '#connections/read-connection.ts'
import { factsOf, type StoredDelivery } from '#connections/read-delivery.ts'
import { checkOnDeliveries } from '#connections/versions/check-on-deliveries.ts'
import { findMapping, listMappings } from '#connections/versions/list-mappings.ts'
import { saveMapping } from '#connections/versions/save-mapping.ts'
import { inTransaction } from '#db/database.ts'
import { createOrganisationFactsCache } from '#venues/organisation-facts.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { wholeNumber } from '../command/values.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure, wrongUsage } from '../terminal/failure.ts'
import { chooseConnection } from './choose-connection.ts'
import { readMappingFile } from './read-mapping-file.ts'

const MOST_VERSIONS = 1_000_000_000

export default command({
  about:
    'Prints how deliveries become events, as JSON. --try reads another mapping from a file (- for stdin) and says what it would make of the last 100 deliveries; --save makes it the newest version. With --version, an earlier version is printed; with --save, it is the version that was changed, and it is refused if another was saved meanwhile.',
  examples: [
    "npx millrace connections mapping 'Square till' > mapping.json",
    "npx millrace connections mapping 'Square till' --try mapping.json",
    "npx millrace connections mapping 'Square till' --save mapping.json --version 1",
  ],
  argument: { name: 'CONNECTION', about: 'its name or id' },
  options: {
    try: { value: 'FILE', about: 'check the mapping in this file' },
    save: { value: 'FILE', about: 'save the mapping in this file' },
    version: { value: 'NUMBER', parse: wholeNumber(1, MOST_VERSIONS), about: 'another than the current one' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const { try: tried, save, version } = values
    if (tried !== undefined && save !== undefined) throw wrongUsage('Pass one of --try and --save.')
    const file = tried ?? save
    const mapping = file === undefined ? undefined : readMappingFile(file)
    return withDatabase(context, async ({ engine, engineSql }) => {
      const { id: organisationId } = await chooseOrganisation(engine, values.organisation)
      const connectionId = await chooseConnection(engine, organisationId, argument)
      const [current] = await listMappings(engine, organisationId, connectionId)
      if (mapping === undefined) {
        const shown = version ?? current?.version ?? 1
        const found = await findMapping(engine, organisationId, connectionId, shown)
        if (found === undefined) throw new Failure(`${printable(argument)} has no version ${shown}.`)
        if (json) terminal.json(found)
        else
          for (const line of JSON.stringify(found.mapping, null, 2).split('\n')) terminal.out(printable(line))
        return exitCodes.ok
      }
      if (tried !== undefined) {
        const connection = (await readMapping(engine, organisationId, connectionId)) as Pick<
          StoredDelivery,
          'vendor' | 'mapping' | 'aliases'
        >
        const facts = await factsOf(engine, createOrganisationFactsCache(), organisationId)
        const checked = { organisationId, connectionId, connection, mapping, facts }
        const check = await checkOnDeliveries(engineSql, checked)
        if (json) terminal.json(check)
        else for (const line of inLines(check)) terminal.out(printable(line))
        return exitCodes.ok
      }
      const change = { mapping, version: version ?? current?.version ?? 1, restoredFrom: null }
      const saved = await inTransaction(engine, tx =>
        saveMapping(tx, organisationId, 'cli', connectionId, change),
      )
      if (saved === undefined)
        throw new Failure(`Another version was saved meanwhile: ${current?.version}. Look at it first.`)
      if (json) terminal.json({ version: saved })
      else terminal.out(`Saved as version ${saved}. New deliveries are read by it.`)
      return exitCodes.ok
    })
  },
})

function inLines({ deliveries, left_out, one, several, none, identity_changes }: MappingCheck): string[] {
  return [
    `${deliveries} deliveries checked: ${one} make one event, ${several.deliveries} make ${several.events} events.`,
    ...(left_out === 0 ? [] : [`${left_out} are too large and were not checked.`]),
    ...none.map(
      ({ reason, problem, deliveries: number, delivery_id }) =>
        `${number} make none: ${(problem ?? reason ?? 'no item').replaceAll('_', ' ')} (delivery ${delivery_id})`,
    ),
    ...(identity_changes ? ['Events are recognised by something else than before.'] : []),
  ]
}
