import { setTimeout as pause } from 'node:timers/promises'
import { command } from '../command/command.ts'
import { parseDuration } from '../command/duration.ts'
import { databaseVariables } from '../command/environment.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { second } from '../runs/draw-steps.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, wrongUsage } from '../terminal/failure.ts'
import { stopSignal } from '../terminal/stop-signals.ts'
import { everyWorkflow } from '../workflows/every-workflow.ts'
import { whySentences } from './receipt-sentences.ts'
import { type RecentEvent, recentEvents } from './recent-events.ts'

/** Longer than it takes to commit an event. */
const LOOK_BACK_SECONDS = 20
const EVERY_MS = 500

export default command({
  about:
    'Shows events as they come in, and whether a workflow took them. Goes on until Ctrl-C, or --limit events.',
  examples: [
    'npx millrace events tail',
    'npx millrace events tail --source till --since 1h',
    'npx millrace events tail --why --since 1h',
    'npx millrace events tail --json --limit 10',
  ],
  options: {
    source: { type: 'string', value: 'SOURCE', about: "Only of this one; '' for events without a source" },
    since: {
      type: 'string',
      value: 'TIME',
      about: 'Begin with what came in the last, as 10m or 2h. Default: 0',
    },
    why: { type: 'boolean', about: 'Say for each event why workflows did not take it' },
    limit: { type: 'string', value: 'N', about: 'End after so many. Default: never' },
    organisation: { type: 'string', value: 'ID', about: 'Whose. Default: the only organisation there is' },
  },
  environment: databaseVariables,
  async run({ values, json }, context) {
    const { terminal } = context
    const since = parseDuration('--since', values.since ?? '0')
    const limit = readLimit(values.limit)
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
  const { source: _told, ...rest } = parameters
  const became =
    workflow_runs > 0 ? `${workflow_runs} started` : status === 'routed' ? 'woke a run' : 'unrouted'
  return printable(
    [
      second(created_at.toISOString()),
      id,
      source ?? '-',
      serials.join(',') || '-',
      became,
      JSON.stringify(rest),
    ].join('  '),
  )
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw wrongUsage(`--limit is "${text}"; give a whole number.`)
}
