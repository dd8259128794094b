import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailServer } from '../channels/mail-server.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { eventually } from '../support/millrace.ts'
import { killProcesses, launchProcess, startProcess } from '../support/processes.ts'
import { inSeconds, PROMISED_MS, record } from '../support/takeover.ts'
import { end, mail, points, reachable, webhook, workflow } from './nodes.ts'
import { type Outside, openOutside } from './outside.ts'

const POINTS = ['deliver:claimed', 'deliver:answered', 'deliver:settled']
const RUNS = 40

let outside: Outside
let receiver: Awaited<ReturnType<typeof httpReceiver>>
beforeAll(async () => {
  receiver = await httpReceiver()
  outside = await openOutside(
    { mail: await mailServer(), provider: await httpReceiver(), receivers: [receiver] },
    ['api'],
  )
  await outside.configure()
})
afterAll(async () => {
  killProcesses()
  await outside.close()
})

/** What has to arrive: the id of each message, as its receiver sees it. */
interface Sent {
  readonly id: string
  readonly run_id: string
  readonly channel: string
}

/** What arrived: for each run and channel, the ids that the receivers saw. */
type Seen = ReadonlyMap<string, readonly string[]>

/** Nothing is lost, and every repetition has the id of the original. */
function faultsIn(sent: readonly Sent[], seen: Seen): string[] {
  return sent.flatMap(({ id, run_id, channel }) => {
    const ids = seen.get(`${channel} ${run_id}`) ?? []
    if (ids.length === 0) return [`${channel} of run ${run_id} is lost`]
    return ids.every(one => one === id) ? [] : [`${channel} of run ${run_id} came under another id`]
  })
}

function seenOutside(): Map<string, string[]> {
  const seen = new Map<string, string[]>()
  const note = (key: string, id: string) => seen.set(key, [...(seen.get(key) ?? []), id])
  for (const { headers, body } of receiver.received) {
    note(`webhook ${JSON.parse(body).data.workflow_run_id}`, headers['webhook-id'] as string)
  }
  for (const { parsed } of outside.mail.mails) {
    const [, id = ''] = /<([0-9a-f-]{36})[@.]/.exec(parsed.messageId ?? '') ?? []
    note(`email ${parsed.subject}`, id)
  }
  return seen
}

test('workers killed at any point of a delivery lose no message, and repeat none under another id', async () => {
  await outside.workflow(
    workflow('deliver', [
      webhook('call', `${receiver.url}/hook`, 'write'),
      { ...mail('write', 'give'), subject: '{{ run.id }}' },
      points('give'),
      end,
    ]),
  )
  const guestId = await outside.guest(reachable)
  const options = { databaseUrl: outside.millrace.databaseUrl, roles: ['worker'] as const, env: outside.env }
  const dying = await Promise.all(POINTS.map(faultPoint => launchProcess({ ...options, faultPoint })))
  await Promise.all(dying.map(process => process.ready))
  const runs = await Promise.all(Array.from({ length: RUNS }, () => outside.event(guestId, 'deliver')))
  const deaths = await Promise.all(dying.map(process => process.ended))
  expect(deaths.map(({ signal }) => signal)).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL'])

  // Before another process starts, which takes its time: a lease may have run out by then.
  const orphans = await outside.query<{ id: string; lease: string }>(
    `SELECT id, due_at::text AS lease FROM messages WHERE status = 'pending' AND due_at > now()`,
  )
  expect(orphans.length).toBeGreaterThan(0)
  const heir = await startProcess(options)
  const ready = performance.now()
  await eventually(
    () =>
      outside.query(
        `SELECT FROM messages JOIN unnest($1::uuid[], $2::timestamptz[]) AS was (id, lease) USING (id)
         WHERE messages.due_at = was.lease AND status = 'pending'`,
        [orphans.map(({ id }) => id), orphans.map(({ lease }) => lease)],
      ),
    left => left.length === 0,
  )
  const continuedAfter = performance.now() - ready
  for (const id of runs) await outside.until(id, 'completed')
  await heir.stop()

  const sent = await outside.query<Sent>('SELECT id, run_id, channel FROM messages WHERE run_id = ANY($1)', [
    runs,
  ])
  expect(sent).toHaveLength(2 * RUNS)
  const seen = seenOutside()
  expect(faultsIn(sent, seen)).toEqual([])
  const [guest] = await outside.query('SELECT points FROM guests WHERE id = $1', [guestId])
  expect(guest).toEqual({ points: RUNS })
  const arrived = receiver.received.length + outside.mail.mails.length
  record(
    `${POINTS.length} kills, ${sent.length} messages, ${orphans.length} under way, ${arrived - sent.length} repeated ` +
      `under their own id, the last continued after ${inSeconds(continuedAfter)}`,
  )
  expect(continuedAfter).toBeLessThan(PROMISED_MS)

  // The control: the same check finds a message that is lost, and one that came under another id.
  const [first, second] = sent as [Sent, Sent]
  const doctored = new Map(seen)
  doctored.delete(`${first.channel} ${first.run_id}`)
  doctored.set(`${second.channel} ${second.run_id}`, [second.id, first.id])
  expect(faultsIn(sent, doctored)).toEqual([
    `${first.channel} of run ${first.run_id} is lost`,
    `${second.channel} of run ${second.run_id} came under another id`,
  ])
})
