import type { Source, SourceMeaning } from '@millrace/contract/source'
import { listSources } from '#sources/read-source.ts'
import { listMeanings } from '#visits/source-meanings.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'

interface Listed {
  source: string | null
  events: Source['events']
  meaning: SourceMeaning | null
}

export default command({
  about: 'Busiest first. A source that was declared before its first event is listed too.',
  examples: ['npx millrace sources list', 'npx millrace sources list --json'],
  options: { ...organisationOption },
  environment: databaseVariables,
  async run({ values, json }, context) {
    const { terminal } = context
    const sources = await withDatabase(context, async ({ engine }): Promise<Listed[]> => {
      const { id } = await chooseOrganisation(engine, values.organisation)
      const seen = await listSources(engine, id)
      const meanings = new Map((await listMeanings(engine, id)).map(one => [one.source, one.meaning]))
      const known = new Set(seen.map(({ source }) => source))
      return [
        ...seen.map(({ source, events }) => ({ source, events, meaning: meanings.get(source) ?? null })),
        ...[...meanings]
          .filter(([source]) => !known.has(source))
          .map(([source, meaning]) => ({ source, events: 0, meaning })),
      ]
    })
    if (json) terminal.json({ sources })
    else if (sources.length === 0)
      terminal.say('No sources yet. They appear a minute after their first event.')
    else for (const line of alignTable(HEADING, sources.map(row))) terminal.out(line)
    return exitCodes.ok
  },
})

const HEADING = ['SOURCE', 'EVENTS', 'KIND', 'AMOUNT', 'CURRENCY', 'COVERS']

const row = ({ source, events, meaning }: Listed) => [
  source === null ? '-' : printable(source),
  String(events),
  meaning?.kind ?? '-',
  ...[meaning?.amount, meaning?.currency, meaning?.covers].map(key => (key ? printable(key) : '-')),
]
