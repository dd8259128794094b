import type { RepairProgress, RepairResult } from '@millrace/contract/job'
import { type LatestRepair, latestRepair } from '#connections/repair/read-repair.ts'
import { startApplying, startComparing } from '#connections/repair/start-repair.ts'
import { inTransaction } from '#db/database.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { orFail } from '../sources/or-fail.ts'
import { exitCodes, wrongUsage } from '../terminal/failure.ts'
import { chooseConnection } from './choose-connection.ts'

export default command({
  about:
    'Compares what stored deliveries would make by the current mapping with what they made. The server does it in the background; --status says how far it is and what it found. --apply then makes the events that would be new. Events that exist are neither changed nor removed.',
  examples: [
    "npx millrace connections repair 'Square till'",
    "npx millrace connections repair 'Square till' --status",
    "npx millrace connections repair 'Square till' --apply",
  ],
  argument: { name: 'CONNECTION', about: 'its name or id' },
  options: {
    status: { about: 'say what came of the last one' },
    apply: { about: 'make the new events that the comparison found' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const { status, apply } = values
    if (status && apply) throw wrongUsage('Pass one of --status and --apply.')
    const latest = await orFail(
      withDatabase(context, ({ engine }) =>
        inTransaction(engine, async tx => {
          const { id: organisationId } = await chooseOrganisation(tx, values.organisation)
          const connectionId = await chooseConnection(tx, organisationId, argument)
          const start = { organisationId, connectionId, actor: 'cli' }
          if (!status) await (apply ? startApplying(tx, start) : startComparing(tx, start))
          return latestRepair(tx, organisationId, connectionId)
        }),
      ),
    )
    if (json) terminal.json({ repair: latest ?? null })
    else terminal.out(inWords(latest))
    return exitCodes.ok
  },
})

function inWords(latest: LatestRepair | undefined): string {
  if (latest === undefined) return 'Nothing has been compared yet.'
  const { job, comparison } = latest
  const { deliveries, total } = job.progress as RepairProgress
  const result = (job.result ?? {}) as Partial<RepairResult> & { readonly error?: string }
  switch (job.status) {
    case 'running':
      return `${comparison === null ? 'Comparing' : 'Creating events'}: ${deliveries} of ${total} deliveries.`
    case 'cancelled':
      return `Stopped after ${deliveries} deliveries.`
    case 'failed':
      return result.error ?? 'The repair failed.'
    case 'done':
      return comparison === null
        ? `${result.deliveries} deliveries compared: ${result.new} new, ${result.changed} changed, ${result.gone} no longer made.`
        : `${result.made} events created from ${result.deliveries} deliveries.`
  }
}
