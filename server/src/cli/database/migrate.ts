import { migrate } from '#db/migrate.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { exitCodes } from '../terminal/failure.ts'
import { borrowInTurn } from './borrow-in-turn.ts'
import { databasePlace } from './database-place.ts'
import { appliedMigrations, withClient } from './schema-version.ts'

export default command({
  about:
    'Creates or upgrades the tables of Millrace. `serve` does the same when it starts; run this first when several processes start at once, or to choose the time of the upgrade. Safe to repeat, and safe while the previous release is serving.',
  examples: ['npx millrace migrate', 'DATABASE_URL=postgresql://… npx millrace migrate --json'],
  options: {},
  environment: databaseVariables,
  async run({ json }, { config, terminal }) {
    const postgres = await borrowInTurn(config, sentence => terminal.say(sentence))
    try {
      const before = await withClient(postgres.connection, appliedMigrations)
      await migrate(postgres.admin)
      const after = await withClient(postgres.connection, appliedMigrations)
      const known = new Set(before.map(({ version }) => version))
      const applied = after.filter(({ version }) => !known.has(version)).map(({ name }) => name)
      const version = after.at(-1)?.version ?? 0
      if (json) terminal.json({ applied, schema_version: version })
      else terminal.out(describe(applied, version, databasePlace(config)))
    } finally {
      await postgres.stop()
    }
    return exitCodes.ok
  },
})

function describe(applied: string[], version: number, place: string): string {
  if (applied.length === 0) return `${place} is up to date at schema ${version}.`
  return [`Applied to ${place}:`, ...applied.map(name => `  ${name}`), `The schema is now ${version}.`].join(
    '\n',
  )
}
