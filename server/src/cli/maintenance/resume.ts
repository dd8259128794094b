import { inTransaction } from '#db/database.ts'
import { isMaintenanceStopped, trustClock } from '#maintenance/trusted-clock.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { withDatabase } from '../database/with-database.ts'
import { exitCodes } from '../terminal/failure.ts'

export default command({
  about:
    'When the clock of the database jumps ahead by more than a month, Millrace stops deleting old data. If the clock is right, because nothing ran for so long, this command says so, and old data is deleted again from the next hour on. Check the clock first: what is deleted cannot be restored.',
  examples: ['npx millrace maintenance resume'],
  options: {},
  environment: databaseVariables,
  async run({ json }, context) {
    const { terminal } = context
    const [resumed, now] = await withDatabase(context, ({ engine }) =>
      inTransaction(engine, async tx => {
        const stopped = await isMaintenanceStopped(tx)
        if (stopped) await trustClock(tx)
        const { rows } = await tx.query<{ now: Date }>('SELECT now() AS now')
        return [stopped, rows[0]?.now.toISOString()] as const
      }),
    )
    if (json) terminal.json({ resumed, now })
    else {
      terminal.out(
        resumed
          ? `Old data is deleted again. By the clock of the database it is ${now}.`
          : 'Old data is being deleted as usual. Nothing was changed.',
      )
    }
    return exitCodes.ok
  },
})
