import { request as send } from 'node:http'
import type { Home } from '@millrace/contract/dashboard/home'
import type { SourcePage } from '@millrace/contract/source'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepCounts } from '../../server/src/counts/keep-counts.ts'
import { learnSources } from '../../server/src/sources/learn-sources.ts'
import { signedIn, type Visitor } from '../support/dashboard.ts'
import { deliver } from '../support/deliver.ts'
import { request, startTestMillrace } from '../support/millrace.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { awardsPoints, endsAtOnce } from '../support/workflows.ts'
import { type Ground, openGround, sendEvent, settled } from './management-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(() => ground.millrace.stop())

const home = async (range = '24h') => (await ground.viewer.get<Home>(`/home?range=${range}`)).body
const engine = () => ground.millrace.database.engine

/**
 * Learning stays a minute behind, for events that are still being stored, so these came five minutes ago. The worker of
 * the server learns as well: the events and the progress change at once, so that each is learnt once, by one of them.
 */
async function learn(source: string): Promise<void> {
  await engine().query(
    `WITH aged AS (
       UPDATE events SET id = overlay(id::text PLACING left(uuid_floor(now() - interval '5 minutes')::text, 13) FROM 1)::uuid
       WHERE organisation_id = $1 AND source = $2
     )
     UPDATE source_progress SET event_id = '00000000-0000-0000-0000-000000000000'`,
    [ground.organisation.id, source],
  )
  while (await learnSources(engine()));
}

describe('home', () => {
  test('begins with a checklist, which is done when a run has come to its end', async () => {
    expect((await home()).checklist).toEqual({
      venue_added: false,
      guest_added: false,
      workflow_published: false,
      system_connected: true,
      event_received: false,
      run_finished: false,
      done: false,
    })
    await ground.organisation.workflow(awardsPoints({ source: 'till' }, 10), 'Points')
    const guest = await ground.organisation.guest()
    await request(`${ground.millrace.url}/v1/workflows/incoming-event`, {
      token: await ground.organisation.token(),
      json: { organisation_registration_id: guest, parameters: { source: 'till' } },
    })
    await expect.poll(async () => (await home()).checklist.done).toBe(true)
  })

  test('counts a connection that delivers as it counts a key that is used', async () => {
    const other = await ground.millrace.organisation('Connected')
    const owner = await signedIn(ground.millrace, other.id)
    await engine().query('UPDATE api_keys SET revoked_at = now() WHERE organisation_id = $1', [other.id])
    const checklist = async () => (await owner.get<Home>('/home')).body.checklist
    expect(await checklist()).toMatchObject({ system_connected: false, event_received: false })
    const { body } = await owner.post<{ connection: { url: string }; secret: string }>('/connections', {
      ...{ name: 'Till', vendor: 'json', unknown_guests: 'create' },
    })
    expect(await checklist()).toMatchObject({ system_connected: true, event_received: false })
    const authorization = `Bearer ${body.secret}`
    await deliver(body.connection.url, JSON.stringify({ email: 'ada@example.com' }), { authorization })
    await expect.poll(async () => (await checklist()).event_received).toBe(true)
  })

  test('says what members last did to workflows, newest first', async () => {
    const id = await ground.organisation.workflow(endsAtOnce({ source: 'evenings' }), 'Evenings')
    expect((await ground.editor.post(`/workflows/${id}/status`, { status: 'paused' })).status).toBe(200)
    const [last, before] = (await home()).changes
    const workflow = { workflow_id: id, workflow_name: 'Evenings' }
    expect(last).toMatchObject({ did: 'paused', who: expect.any(String), ...workflow })
    expect(before).toMatchObject({ did: 'published', ...workflow })
  })

  test('counts what happened, by the hour and by the day', async () => {
    const before = (await home()).totals
    const guest = await ground.organisation.guest()
    const { runId } = await sendEvent(ground.editor, guest, 'till')
    await settled(ground.viewer, runId)
    await sendEvent(ground.editor, guest, 'nobody')
    const after = await home()
    expect(after.totals.events).toEqual({
      routed: before.events.routed + 1,
      unrouted: before.events.unrouted + 1,
    })
    expect(after.totals.runs.success).toBe(before.runs.success + 1)
    expect(after.totals.points.awarded).toBe(before.points.awarded + 10)
    expect([after.bucket, after.series.length, after.time_zone]).toEqual(['hour', 24, 'UTC'])
    const week = await home('7d')
    expect([week.bucket, week.series.length, week.totals]).toEqual(['day', 7, after.totals])
    expect((await home('28d')).series).toHaveLength(28)
    expect((await ground.viewer.get('/home?range=1y')).status).toBe(400)
  })

  test('shows the same when the hours have been counted before, and counts again what was under way', async () => {
    // Three hours ago: a run that waits, and one that is done.
    const at = new Date(Date.now() - 3 * 3_600_000)
    const hex = at.getTime().toString(16).padStart(12, '0')
    const id = (n: number) => `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-00000000000${n}`
    const workflow = await ground.organisation.workflow(endsAtOnce({ source: 'counted' }), 'Counted')
    await engine().query(
      `INSERT INTO runs (organisation_id, id, workflow_id, workflow_version, guest_id, trigger, status, outcome, input, created_at)
       VALUES ($1, $2, $4, 1, $2, 'event', 'waiting', NULL, '{}', $5), ($1, $3, $4, 1, $2, 'event', 'completed', 'success', '{}', $5)`,
      [ground.organisation.id, id(1), id(2), workflow, at],
    )
    // What the worker may have counted before they were there.
    for (const table of ['hourly_counts', 'hourly_progress']) await engine().query(`DELETE FROM ${table}`)
    const live = await home()
    while (await keepCounts(engine()));
    const { rows } = await engine().query(
      'SELECT unsettled FROM hourly_counts WHERE organisation_id = $1 AND hour = date_trunc($2, $3::timestamptz)',
      [ground.organisation.id, 'hour', at],
    )
    expect(rows).toEqual([{ unsettled: true }])
    expect(await home()).toEqual(live)
    await engine().query(`UPDATE runs SET status = 'completed', outcome = 'failure' WHERE id = $1`, [id(1)])
    await engine().query(`UPDATE hourly_counts SET counted_at = now() - interval '2 hours'`)
    while (await keepCounts(engine()));
    const { runs } = (await home()).totals
    expect([runs.open, runs.failure]).toEqual([live.totals.runs.open - 1, live.totals.runs.failure + 1])
  })

  test('says what needs attention', async () => {
    const workflow = await ground.organisation.workflow(
      {
        trigger: { source: 'broken' },
        start: 'call',
        nodes: [
          { id: 'call', type: 'call_webhook', url: 'http://127.0.0.1/', method: 'POST', next: 'end' },
          { id: 'end', type: 'end', outcome: 'success' },
        ],
      },
      'Broken',
    )
    const guest = await ground.organisation.guest()
    const { runId } = await sendEvent(ground.editor, guest, 'broken')
    await settled(ground.viewer, runId)
    await sendEvent(ground.editor, guest, 'unheard')
    // Another call of the same run: its receiver is away, and it was tried twice.
    await engine().query(
      `INSERT INTO messages (organisation_id, id, run_id, node_id, channel, recipient, content, status, attempt, due_at, error, created_at)
       VALUES ($1, gen_random_uuid(), $2, 'again', 'webhook', 'https://away.example', '{}', 'pending', 2, now() + interval '1 day', $3, now())`,
      [ground.organisation.id, runId, { code: 'unreachable', message: 'away.example does not answer.' }],
    )
    await engine().query(
      `INSERT INTO daily_usage (organisation_id, day, kind, used, spent_at) VALUES ($1, current_date, 'sms', 5, now())`,
      [ground.organisation.id],
    )
    const { attention } = await home()
    expect(attention).toContainEqual({
      kind: 'runs_failed',
      sentence: '1 run of "Broken" failed in the last seven days.',
      count: 1,
      workflow_id: workflow,
      source: null,
      connection_id: null,
    })
    expect(attention).toContainEqual(
      expect.objectContaining({ kind: 'events_unrouted', count: 1, source: 'unheard' }),
    )
    expect(attention).toContainEqual(expect.objectContaining({ kind: 'budget_spent' }))
    expect(attention).toContainEqual({
      kind: 'messages_retrying',
      sentence: '1 webhook call of "Broken" failed and will be retried: away.example does not answer.',
      count: 1,
      workflow_id: workflow,
      source: null,
      connection_id: null,
    })
  })

  test('says whether all is well: sources by venue, steps, the queue and budgets', async () => {
    const [quay, attic] = ['QUAY-H', 'ATTIC-H']
    for (const serial of [quay, attic]) await ground.organisation.venue(serial)
    const guest = await ground.organisation.guest()
    const send = (serial: string) => sendEvent(ground.editor, guest, 'healthy', { serials: [serial] })
    for (const serial of [quay, attic, 'NOWHERE']) await send(serial).catch(() => undefined)
    await learn('healthy')
    const healthy = (found: Home) => found.health.sources.find(({ source }) => source === 'healthy')
    await expect.poll(async () => healthy(await home())).toBeDefined()
    const before = await home()
    expect(
      healthy(before)
        ?.venues.map(({ serial, silent }) => [serial, silent])
        .sort(),
    ).toEqual([
      [attic, false],
      [quay, false],
    ])
    expect(before.health.queue).toEqual({ waiting: 0, oldest_at: null })
    expect(before.health.budgets).toEqual([])

    const silence = (days: number) =>
      engine().query(
        `UPDATE source_venues SET last_seen_at = now() - make_interval(days => $2) WHERE organisation_id = $1 AND serial = $3`,
        [ground.organisation.id, days, attic],
      )
    await silence(3)
    const after = await home()
    expect(after.health.silent).toBe(before.health.silent + 1)
    expect(healthy(after)?.venues[0]).toMatchObject({ serial: attic, silent: true })
    // Nobody expects what has not come for a month.
    await silence(40)
    expect(healthy(await home())?.venues.map(({ serial }) => serial)).toEqual([quay])
    // A member of some venues hears of those.
    await silence(3)
    const some = await ground.restricted('viewer', [quay])
    const theirs = (await some.get<Home>('/home')).body
    expect(theirs.health.sources.flatMap(({ venues }) => venues.map(({ serial }) => serial))).toEqual([quay])
    expect(theirs.health.silent).toBe(0)

    await engine().query(
      `UPDATE organisations SET settings = jsonb_set(settings, '{budgets}', '{"points_a_day": 500, "sms_a_day": null}') WHERE id = $1`,
      [ground.organisation.id],
    )
    const [budget] = (await home()).health.budgets
    expect(budget).toMatchObject({ kind: 'points', limit: 500, used: expect.any(Number) })
  })

  test('shows owners, and nobody else, connections that hold deliveries', async () => {
    const given = { name: 'Till', vendor: 'json', unknown_guests: 'keep' }
    const { body } = await ground.owner.post<{ connection: { id: string; url: string }; secret: string }>(
      '/connections',
      given,
    )
    const shown = async (member: Visitor) =>
      (await member.get<Home>('/home?range=24h')).body.attention.filter(
        ({ kind }) => kind === 'connection_trouble',
      )
    expect(await shown(ground.owner)).toEqual([])
    await deliver(body.connection.url, '{"email":"nobody@example.com"}', {
      authorization: `Bearer ${body.secret}`,
    })
    await expect.poll(() => shown(ground.owner)).toMatchObject([{ connection_id: body.connection.id }])
    expect(await shown(ground.editor)).toEqual([])
    await ground.owner.ask('DELETE', `/connections/${body.connection.id}`)
    expect(await shown(ground.owner)).toEqual([])
  })

  test('an event that a workflow asks for and does not match needs nobody', async () => {
    await ground.organisation.workflow(
      awardsPoints(
        { source: 'bills', when: { field: 'event.parameters.spend', operator: 'at_least', value: 100 } },
        10,
      ),
      'Large bills',
    )
    await ground.organisation.workflow(
      {
        trigger: { source: 'enquiries' },
        start: 'wait',
        nodes: [
          {
            id: 'wait',
            type: 'wait_for_event',
            events: [{ source: 'answers', next: 'end' }],
            timeout: { after: { amount: 1, unit: 'days' }, next: 'end' },
          },
          { id: 'end', type: 'end', outcome: 'success' },
        ],
      },
      'Enquiries',
    )
    const guest = await ground.organisation.guest()
    await sendEvent(ground.editor, guest, 'bills', { parameters: { spend: 20 } })
    await sendEvent(ground.editor, guest, 'answers')
    const sources = (await home()).attention.map(({ source }) => source)
    expect(sources).toContain('unheard')
    expect(sources).not.toContain('bills')
    expect(sources).not.toContain('answers')
  })
})

describe('sources', () => {
  test('show what they really send, what has changed, and who reads it', async () => {
    const guest = await ground.organisation.guest()
    await sendEvent(ground.editor, guest, 'a/b c', { parameters: { spend: 5 } })
    await sendEvent(ground.editor, guest, 'a/b c', { parameters: { spend: 'five' } })
    await learn('a/b c')
    const list = async () =>
      (await ground.viewer.get<{ data: { source: string; events: number }[] }>('/sources')).body.data
    const learnt = { source: 'a/b c', events: 2 }
    await expect.poll(list).toContainEqual(expect.objectContaining({ ...learnt, meaning: null }))
    const meaning = { kind: 'booking', amount: null, currency: null, covers: null }
    await ground.owner.ask('PUT', '/sources/meaning', { json: { source: 'a/b c', meaning } })
    expect(await list()).toContainEqual(expect.objectContaining({ ...learnt, meaning }))
    const { status, body } = await ground.viewer.get<SourcePage>(
      `/sources/detail?source=${encodeURIComponent('a/b c')}`,
    )
    expect([status, body.source]).toEqual([200, 'a/b c'])
    expect(
      body.fields
        .find(({ key }) => key === 'spend')
        ?.types.map(({ type }) => type)
        .sort(),
    ).toEqual(['number', 'text'])
    expect((await ground.viewer.get('/sources/detail?source=unknown')).status).toBe(404)
    expect((await ground.viewer.get('/sources/detail?source=%00')).status).toBe(400)
  })
})

describe('live', () => {
  /** Reads server-sent events until the test has what it wants. */
  function listen(url: string, visitor: Visitor, headers: Record<string, string> = {}) {
    const heard: { id: string; topics: string[] }[] = []
    const state = { status: 0, ended: false, text: '' }
    const sent = send(`${url}/dashboard/api/live`, {
      headers: { cookie: visitor.cookie ?? '', accept: 'text/event-stream', ...headers },
    })
    sent.on('error', () => {
      state.ended = true
    })
    sent.on('response', response => {
      state.status = response.statusCode ?? 0
      response.setEncoding('utf8')
      response.on('data', chunk => {
        state.text += chunk
        const events = state.text.split('\n\n').filter(part => part.startsWith('event: changed'))
        heard.splice(
          0,
          heard.length,
          ...events.map(event => ({
            id: /^id: (.*)$/m.exec(event)?.[1] ?? '',
            topics: JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '{}').topics,
          })),
        )
      })
      response.on('close', () => {
        state.ended = true
      })
    })
    sent.end()
    return { heard, state, close: () => sent.destroy() }
  }
  const until = (holds: () => boolean) => expect.poll(holds, { interval: 20 }).toBe(true)

  test('pages hear what has changed, and what they have missed when they come back', async () => {
    const { url } = ground.millrace
    const live = listen(url, ground.viewer)
    await until(() => live.heard.length === 1)
    expect(live.heard[0]?.topics).toEqual([])
    const guest = await ground.organisation.guest()
    await settled(ground.viewer, (await sendEvent(ground.editor, guest, 'till')).runId)
    await until(() => live.heard.flatMap(({ topics }) => topics).includes('runs'))
    expect(live.heard.flatMap(({ topics }) => topics)).toContain('events')
    const { id } = live.heard.at(-1) as { id: string }
    live.close()
    await sendEvent(ground.editor, guest, 'till')
    const back = listen(url, ground.viewer, { 'last-event-id': id })
    await until(() => back.heard.length > 0)
    expect(back.heard[0]?.topics).toContain('events')
    back.close()
  })

  test('nobody hears of another organisation', async () => {
    const stranger = await ground.stranger()
    const live = listen(ground.millrace.url, stranger)
    const own = listen(ground.millrace.url, ground.viewer)
    await until(() => live.heard.length === 1 && own.heard.length === 1)
    await sendEvent(ground.editor, await ground.organisation.guest(), 'till')
    await until(() => own.heard.length > 1)
    expect(live.heard).toHaveLength(1)
    live.close()
    own.close()
  })

  test('is only for who is signed in, and asks for a stream', async () => {
    expect((await ground.viewer.get('/live')).status).toBe(400)
    expect((await ground.viewer.ask('HEAD', '/live')).status).toBe(405)
    const nobody = listen(ground.millrace.url, { cookie: 'millrace_session=x' } as Visitor)
    await until(() => nobody.state.status === 401)
  })

  test('is bounded for each member, and ends with the membership', async () => {
    const busy = await signedIn(ground.millrace, ground.organisation.id)
    const own = Array.from({ length: 10 }, () => listen(ground.millrace.url, busy))
    await until(() => own.every(({ heard }) => heard.length === 1))
    const more = listen(ground.millrace.url, busy)
    await until(() => more.state.status === 503)
    await ground.millrace.database.engine.query('DELETE FROM memberships WHERE member_id = $1', [
      busy.member.id,
    ])
    await expect.poll(() => own.every(({ state }) => state.ended), { timeout: PATIENCE_MS }).toBe(true)
  })

  test('has room for a hundred, and ends them all when the server stops', async () => {
    const small = await startTestMillrace({ roles: ['api'] })
    const all: ReturnType<typeof listen>[] = []
    for (const { id } of [await small.organisation(), await small.organisation()]) {
      for (let member = 0; member < 5; member++) {
        const busy = await signedIn(small, id)
        all.push(...Array.from({ length: 10 }, () => listen(small.url, busy)))
      }
    }
    const visitor = await signedIn(small, (await small.organisation()).id)
    await until(() => all.every(({ heard }) => heard.length === 1))
    const late = listen(small.url, visitor)
    await until(() => late.state.status === 503)
    all[0]?.close()
    await expect
      .poll(async () => {
        const next = listen(small.url, visitor)
        await until(() => next.state.status !== 0)
        return next.state.status
      })
      .toBe(200)
    await small.stop()
    await until(() => all.every(({ state }) => state.ended))
  })
})
