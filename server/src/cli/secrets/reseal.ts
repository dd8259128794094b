import { loadSecrets } from '#config/secrets.ts'
import { inTransaction } from '#db/database.ts'
import { resealSecrets } from '#organisations/reseal-secrets.ts'
import { CannotOpen, createSealer } from '#secrets/sealer.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { withDatabase } from '../database/with-database.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'

export default command({
  about:
    'Passwords and tokens of other services are sealed with the master key. To replace it, start every process with the\n' +
    'new key as MILLRACE_SECRET and the old one in MILLRACE_PREVIOUS_SECRETS, run this, and then take the old one away.',
  examples: ['npx millrace secrets reseal'],
  options: {},
  environment: [...databaseVariables, 'MILLRACE_SECRET', 'MILLRACE_PREVIOUS_SECRETS'],
  async run({ json }, context) {
    const { terminal, config } = context
    const resealed = await withDatabase(context, async database => {
      const sealer = createSealer((await loadSecrets(config)).master)
      return inTransaction(database.engine, tx => resealSecrets(tx, sealer)).catch(error => {
        throw error instanceof CannotOpen ? new Failure(`${error.message} Nothing was changed.`) : error
      })
    })
    if (json) terminal.json({ resealed })
    else {
      terminal.out(
        resealed === 0
          ? 'Every stored secret is sealed with the current master key already.'
          : `${resealed} stored ${resealed === 1 ? 'secret is' : 'secrets are'} sealed with the current master key now.`,
      )
    }
    return exitCodes.ok
  },
})
