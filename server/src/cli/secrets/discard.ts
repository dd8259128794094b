import type { Config } from '#config/config.ts'
import { isMasterKeyDamaged, loadSecrets, replaceMasterKey } from '#config/secrets.ts'
import { discardConnectionSecrets } from '#connections/discard-secrets.ts'
import { discardPullSecrets } from '#connections/pull/settings.ts'
import { MISSING_AUDIT_KEY } from '#db/audit-pads.ts'
import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { discardTotpSecrets } from '#members/second-factor/discard-totp.ts'
import { discardSecrets } from '#organisations/discard-secrets.ts'
import { discardInstallationSecrets } from '#organisations/installation-secrets.ts'
import { createSealer } from '#secrets/sealer.ts'
import { discardSubscriptionSecrets } from '#subscriptions/stored-secrets.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { requireYes, saysYes } from '../command/require-yes.ts'
import { yesOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'

export default command({
  about:
    'For when the master key is lost: stop Millrace, then run this. A damaged key in the data folder is replaced by a new one. Everything that the master key cannot decrypt is deleted: passwords and tokens of other services, secrets of webhooks, authenticator apps, the keys of unsubscribe links and of the audit log. Connections get a new address. Nothing else changes.',
  examples: ['npx millrace secrets discard', 'npx millrace secrets discard --yes'],
  options: { ...yesOption },
  environment: [...databaseVariables, 'MILLRACE_SECRET', 'MILLRACE_PREVIOUS_SECRETS'],
  async run({ values, json }, context) {
    const { config, terminal } = context
    requireYes(terminal, values.yes, 'What is deleted cannot be restored.')
    // The audit log's key first: what is changed next is recorded with the new one.
    await withDatabase(
      context,
      async ({ engine }) => {
        await refuseWhileServing(engine)
        if (!values.yes) await confirm(terminal)
        await discardInstallationSecrets(engine, await sealerOf(config))
      },
      async () => MISSING_AUDIT_KEY,
    )
    const { pulls, secrets, connections, subscriptions, apps } = await withDatabase(
      context,
      async ({ engine }) => {
        const sealer = await sealerOf(config)
        return inTransaction(engine, async tx => ({
          pulls: await discardPullSecrets(tx, sealer, 'cli'),
          secrets: await discardSecrets(tx, sealer, 'cli'),
          connections: await discardConnectionSecrets(tx, sealer, 'cli'),
          subscriptions: await discardSubscriptionSecrets(tx, sealer, 'cli'),
          apps: await discardTotpSecrets(tx, sealer, 'cli'),
        }))
      },
    )
    if (json) terminal.json({ secrets, connections, pulls, subscriptions, authenticator_apps: apps })
    else {
      terminal.out('The master key decrypts everything that is stored now. Start Millrace again.')
      list(terminal, 'Enter these secrets again in the settings:', secrets)
      list(terminal, 'Copy the new address of these connections, and enter their secret again:', connections)
      list(terminal, 'Set up fetching again, with connections pull, for these connections:', pulls)
      list(
        terminal,
        'Create a new secret for these subscriptions, and enter it at their receivers:',
        subscriptions,
      )
      list(terminal, 'These members have no authenticator app any longer:', apps)
    }
    return exitCodes.ok
  },
})

async function sealerOf(config: Config) {
  if (isMasterKeyDamaged(config)) replaceMasterKey(config)
  return createSealer((await loadSecrets(config)).master)
}

/** A process that holds the lost key would keep sealing with it. */
async function refuseWhileServing(sql: Sql): Promise<void> {
  const { rowCount } = await sql.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'millrace queue'`,
  )
  if (rowCount !== 0) throw new Failure('Millrace is running. Stop every process first. Nothing was changed.')
}

async function confirm(terminal: Terminal): Promise<void> {
  if (
    !(await saysYes(
      terminal,
      'This deletes every stored secret that the master key cannot decrypt. Type yes to confirm: ',
    ))
  )
    throw new Failure('Nothing was changed.')
}

function list(terminal: Terminal, heading: string, names: readonly string[]): void {
  if (names.length === 0) return
  terminal.out(heading)
  for (const name of names) terminal.out(`  ${printable(name)}`)
}
