import { loadSecrets } from '#config/secrets.ts'
import { inTransaction } from '#db/database.ts'
import { CannotOpen, createSealer } from '#secrets/sealer.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { withDatabase } from '../database/with-database.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { resealAll } from './reseal-all.ts'

export default command({
  about:
    'Passwords and tokens of other services are encrypted with the master key. To replace it, start every process with the new key as MILLRACE_SECRET and the old one in MILLRACE_PREVIOUS_SECRETS, run this command, then remove the old key.',
  examples: ['npx millrace secrets reseal'],
  options: {},
  environment: [...databaseVariables, 'MILLRACE_SECRET', 'MILLRACE_PREVIOUS_SECRETS'],
  async run({ json }, context) {
    const { terminal, config } = context
    const resealed = await withDatabase(context, async database => {
      const sealer = createSealer((await loadSecrets(config)).master)
      return inTransaction(database.engine, tx => resealAll(tx, sealer)).catch(error => {
        throw error instanceof CannotOpen ? new Failure(`${error.message} Nothing was changed.`) : error
      })
    })
    if (json) terminal.json({ resealed })
    else {
      terminal.out(
        resealed === 0
          ? 'All stored secrets already use the current master key.'
          : `Re-encrypted ${resealed} stored ${resealed === 1 ? 'secret' : 'secrets'} with the current master key.`,
      )
    }
    return exitCodes.ok
  },
})
