import { setTimeout as pause } from 'node:timers/promises'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { duration, wholeNumber } from '../command/values.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { second } from '../runs/draw-steps.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'
import { stopSignal } from '../terminal/stop-signals.ts'
import { everyWorkflow } from '../workflows/every-workflow.ts'
import { whySentences } from './receipt-sentences.ts'
import { type RecentEvent, recentEvents } from './recent-events.ts'

/** Longer than it takes to commit an event. */
const LOOK_BACK_SECONDS = 20
const EVERY_MS = 500

export default command({
  about: 'Shows events as they arrive and whether a workflow matched, until Ctrl-C or --limit events.',
  examples: [
    'npx millrace events tail',
    'npx millrace events tail --source till --since 1h',
    'npx millrace events tail --why --since 1h',
    'npx millrace events tail --json --limit 10',
  ],
  options: {
    source: { value: 'SOURCE', about: "only events of this source; '' for events without one" },
    since: {
      value: 'TIME',
      usual: '0',
      parse: duration,
      about: 'start with the events of the last 10m, 2h, …',
    },
    why: { about: 'show for each event why workflows did not match' },
    limit: { value: 'N', parse: wholeNumber(1, 999_999_999), about: 'stop after this many events' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, json }, context) {
    const { terminal } = context
    const { since, limit = Number.POSITIVE_INFINITY } = values
    const source = values.source === undefined ? undefined : values.source === '' ? null : values.source
    const stopped = new AbortController()
    void stopSignal().then(() => stopped.abort())
    await withDatabase(context, async ({ engine }) => {
      const { id } = await chooseOrganisation(engine, values.organisation)
      const look = (seconds: number) => recentEvents(engine, id, { seconds, source })
      const names = new Map<string, string>()
      if (values.why)
        for (const { id: workflow, name } of await everyWorkflow(engine, id)) names.set(workflow, name)
      let shown = 0
      const show = (event: RecentEvent) => {
        shown += 1
        terminal.out(json ? JSON.stringify(forScripts(event, values.why === true)) : line(event))
        if (values.why && !json) for (const why of whySentences(event, names)) terminal.out(printable(why))
        return shown < limit
      }
      let seen = new Set<string>()
      if (since === 0) seen = idsOf(await look(LOOK_BACK_SECONDS))
      let seconds = Math.max(since, LOOK_BACK_SECONDS)
      while (!stopped.signal.aborted) {
        const events = await look(seconds)
        for (const event of events) if (!seen.has(event.id) && !show(event)) return
        seen = idsOf(events)
        seconds = LOOK_BACK_SECONDS
        await pause(EVERY_MS, undefined, { signal: stopped.signal }).catch(() => {})
      }
    })
    return exitCodes.ok
  },
})

const idsOf = (events: readonly RecentEvent[]) => new Set(events.map(({ id }) => id))

const forScripts = ({ guest_id, created_at, skipped, ...event }: RecentEvent, why: boolean) => ({
  ...event,
  ...(why ? { skipped } : {}),
  organisation_registration_id: guest_id,
  created_at: created_at.toISOString(),
})

function line({ id, created_at, source, serials, parameters, workflow_runs, status }: RecentEvent): string {
  const { source: _shown, ...rest } = parameters
  const result =
    workflow_runs > 0 ? `${workflow_runs} started` : status === 'routed' ? 'resumed a run' : 'unmatched'
  return printable(
    [
      second(created_at.toISOString()),
      id,
      source ?? '-',
      serials.join(',') || '-',
      result,
      JSON.stringify(rest),
    ].join('  '),
  )
}
