import { CannotDistribute, distribute } from '#db/distributed/distribute.ts'
import { migrate } from '#db/migrate.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { borrowInTurn } from './borrow-in-turn.ts'
import { databasePlace } from './database-place.ts'

export default command({
  about:
    'Spreads the tables of Millrace over the nodes of Citus, by organisation. Add the nodes to Citus first and stop all processes of Millrace; docs/nodes.md has the steps. Safe to repeat.',
  examples: ['DATABASE_URL=postgresql://… npx millrace database distribute'],
  options: {},
  environment: databaseVariables,
  async run({ json }, { config, terminal }) {
    if (config.databaseUrl === undefined) {
      throw new Failure(
        'The embedded database cannot be distributed. Set DATABASE_URL to a PostgreSQL that has Citus.',
      )
    }
    const postgres = await borrowInTurn(config, sentence => terminal.say(sentence))
    try {
      await migrate(postgres.admin)
      const tables = await distribute(postgres.admin, sentence => terminal.say(sentence)).catch(explain)
      const place = databasePlace(config)
      if (json) terminal.json({ distributed_tables: tables })
      else if (tables === 0) terminal.out(`${place} is distributed already.`)
      else terminal.out(`${tables} tables of ${place} are distributed. Start Millrace again.`)
    } finally {
      await postgres.stop()
    }
    return exitCodes.ok
  },
})

function explain(error: unknown): never {
  throw error instanceof CannotDistribute ? new Failure(error.message) : error
}
