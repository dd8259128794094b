import { noVisitFacts } from '@millrace/contract/condition/visit-facts'
import type { Home } from '@millrace/contract/dashboard/home'
import type { WorkflowInList } from '@millrace/contract/dashboard/workflows'
import type { Guest } from '@millrace/contract/guest'
import type { VisitFacts } from '@millrace/contract/visit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../server/src/db/database.ts'
import { NOTED_FROM } from '../../server/src/members/bulk-reading.ts'
import { writeConfirmations } from '../../server/src/messages/write-confirmations.ts'
import { signedIn, type Visitor } from '../support/dashboard.ts'
import { endsAtOnce } from '../support/workflows.ts'
import { download, type Ground, openGround, type Page, readAll, sendEvent } from './management-ground.ts'

let ground: Ground
let held: Visitor
const guests: Record<string, string> = {}

beforeAll(async () => {
  ground = await openGround({ roles: ['api'] })
  for (const serial of ['A', 'B']) await ground.organisation.venue(serial)
  for (const [name, serials] of [
    ['here', ['A']],
    ['both', ['A', 'B']],
    ['nowhere', []],
    ['elsewhere', ['B']],
  ] as const) {
    guests[name] = await ground.organisation.guest({
      name: `Canary ${name}`,
      email: `${name}@canary.example`,
      phone: '+442079460123',
      external_id: `canary-${name}`,
      tags: ['canary'],
      attributes: { secret: `canary ${name}` },
    })
    await sendEvent(ground.owner, guests[name] as string, `source-${name}`, { serials: [...serials] })
  }
  held = await ground.restricted('viewer', ['A'])
})
afterAll(() => ground.millrace.stop())

const names = async (visitor: Visitor, query: string) =>
  (await readAll<Guest>(visitor, `/guests?${query}`)).flat().map(({ name }) => name)

test('a venue-held viewer does not page through all guests: only those of their venues, and of none so far', async () => {
  const own = ['Canary nowhere', 'Canary both', 'Canary here']
  expect(await names(held, 'limit=1')).toEqual(own)
  expect(await names(held, 'tag=canary')).toEqual(own)
  expect((await names(held, 'text=canary')).toSorted()).toEqual(own.toSorted())
  for (const text of ['elsewhere@canary', 'canary-elsewhere', '%2B442079460123'])
    expect(await names(held, `text=${text}`)).not.toContain('Canary elsewhere')
  expect(await names(ground.viewer, 'tag=canary')).toHaveLength(4)
})

test('of a guest of other venues they see that there is one, and nothing else', async () => {
  const { status, text, body } = await held.get<Guest>(`/guests/${guests.elsewhere}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: guests.elsewhere,
    name: 'Guest of another venue',
    email: null,
    phone: null,
  })
  expect(text.toLowerCase()).not.toContain('canary')
  expect((await held.get<Guest>(`/guests/${guests.both}`)).body.name).toBe('Canary both')
  expect((await ground.viewer.get<Guest>(`/guests/${guests.elsewhere}`)).body.name).toBe('Canary elsewhere')
})

interface Listed {
  id: string
  guest_id?: string
  /** As runs call it. */
  organisation_registration_id?: string
  source?: string
}

test('nor do they meet them in what names no venue: events, runs, tasks, messages and questions to confirm', async () => {
  const { database } = ground.millrace
  const { id: organisationId } = ground.organisation
  await ground.organisation.workflow(endsAtOnce({ source: 'venueless' }), 'Venueless')
  for (const name of ['here', 'nowhere', 'elsewhere']) {
    const [guest, email] = [guests[name] as string, `${name}@canary.example`]
    const { runId } = await sendEvent(ground.owner, guest, 'venueless')
    const content = { subject: 'Confirm', html: '', text: '' }
    const message = { organisationId, guestId: guest, recipient: email, content, kept: true }
    await inTransaction(database.engine, async tx => {
      await writeConfirmations(tx, [message])
      await tx.query(
        `INSERT INTO messages (organisation_id, id, run_id, node_id, guest_id, channel, recipient, content, status, created_at)
         VALUES ($1, gen_random_uuid(), $2, 'mail', $3, 'email', $4, '{}', 'kept', now())`,
        [organisationId, runId, guest, email],
      )
      await tx.query(
        `INSERT INTO tasks (organisation_id, id, run_id, node_id, guest_id, title, created_at)
         VALUES ($1, gen_random_uuid(), $2, 'task', $3, 'Call', now())`,
        [organisationId, runId, guest],
      )
    })
  }
  for (const [list, number] of Object.entries({ events: 1, runs: 1, tasks: 1, outbox: 2 })) {
    const about = async (visitor: Visitor, name: string) =>
      (await readAll<Listed>(visitor, `/${list}`))
        .flat()
        .filter(row => (row.guest_id ?? row.organisation_registration_id) === guests[name])
        .filter(({ source = 'venueless' }) => source === 'venueless')
    for (const name of ['here', 'nowhere'])
      expect([list, (await about(held, name)).length]).toEqual([list, number])
    expect([list, await about(held, 'elsewhere')]).toEqual([list, []])
    const others = await about(ground.viewer, 'elsewhere')
    expect([list, others.length]).toEqual([list, number])
    if (list === 'tasks') continue
    for (const { id } of others)
      expect([list, (await held.get(`/${list}/${id}`)).status]).toEqual([list, 404])
  }
})

test('counts of other venues are not shown to them', async () => {
  const { body } = await held.get<Home>('/home')
  expect(body.series).toEqual([])
  expect(body.totals.events).toEqual({ routed: 0, unrouted: 0 })
  const sources = ({ attention }: Home) => attention.map(({ source }) => source).toSorted()
  expect(sources(body)).toEqual(['source-both', 'source-here', 'source-nowhere'])
  const { body: all } = await ground.viewer.get<Home>('/home')
  expect(sources(all)).toContain('source-elsewhere')
  expect(all.series.length).toBeGreaterThan(0)
})

test('counts of workflows are of the runs that they see, and others are for those who reach the workflow', async () => {
  const source = 'counted'
  const id = await ground.organisation.workflow(endsAtOnce({ source }), 'Counted')
  for (const name of ['here', 'elsewhere'])
    await sendEvent(ground.owner, guests[name] as string, source, {
      serials: [name === 'here' ? 'A' : 'B'],
    })
  const asked = async (visitor: Visitor) => {
    const list = await visitor.get<Page<WorkflowInList>>('/workflows?name=Counted')
    const nodes = await visitor.get<{ runs: number }>(`/workflows/${id}/nodes`)
    const inside = await visitor.get<{ total: number }>(`/workflows/${id}/inside`)
    const path = '/workflows/export?format=csv&name=Counted'
    const { text } = await download(ground.millrace.url, visitor, path)
    const { guests_inside, last_7_days } = list.body.data[0] as WorkflowInList
    const known = last_7_days !== null
    return {
      known,
      // The runs of the last week, before those that failed, the folder, the tags and the time of publication.
      file: text.trimEnd().split(',').at(-5) === '' ? 'none' : 'some',
      counts: [guests_inside, nodes.body.runs, inside.body.total],
    }
  }
  expect(await asked(ground.viewer)).toEqual({ known: true, file: 'some', counts: [2, 2, 2] })
  expect(await asked(held)).toEqual({ known: false, file: 'none', counts: [1, 1, 1] })

  const codes = async (visitor: Visitor) =>
    Promise.all(
      ['due-days', 'broadcasts', 'broadcasts/estimate?of=draft', 'publication', 'replay'].map(
        async path => (await visitor.get<{ code?: string }>(`/workflows/${id}/${path}`)).body.code,
      ),
    )
  const reach = 'own_venues_needed'
  expect(await codes(held)).toEqual([reach, reach, reach, reach, 'every_venue_needed'])
  expect(await codes(ground.viewer)).toEqual([undefined, undefined, 'trial_refused', undefined, undefined])
})

test('looking through many guests is in the audit log, once', async () => {
  await ground.millrace.database.engine.query(
    `INSERT INTO guests (organisation_id, id, name) SELECT $1, gen_random_uuid(), 'Many' FROM generate_series(1, $2)`,
    [ground.organisation.id, NOTED_FROM + 100],
  )
  await readAll<Guest>(ground.editor, '/guests?limit=100')
  const { body } = await ground.owner.get<{ data: { actor: string; detail: { guests: number } }[] }>(
    '/audit?action=guests.read_in_bulk',
  )
  expect(body.data).toMatchObject([{ actor: ground.editor.member.email, detail: { guests: NOTED_FROM } }])
})

test('and so is looking through those of a segment, together with those of the list', async () => {
  const reader = await signedIn(ground.millrace, ground.organisation.id, { role: 'viewer' })
  const { body: made } = await ground.owner.post<{ segment: { id: string } }>('/segments', {
    ...{ name: 'All', condition: { field: 'guest.points', operator: 'at_least', value: 0 } },
  })
  await ground.millrace.database.engine.query(
    `INSERT INTO segment_members (organisation_id, segment_id, guest_id, entered_at)
     SELECT $1, $2, id, now() FROM guests WHERE organisation_id = $1 ON CONFLICT DO NOTHING`,
    [ground.organisation.id, made.segment.id],
  )
  for (let page = 0; page < 3; page++) await reader.get('/guests?limit=100')
  const noted = async () =>
    (await ground.owner.get<Page<object>>(`/audit?action=guests.read_in_bulk&actor=${reader.member.email}`))
      .body.data.length
  expect(await noted()).toBe(0)
  await readAll(reader, `/segments/${made.segment.id}/guests?limit=100`)
  expect(await noted()).toBe(1)
})

test('the facts about visits that they see are those of their venues', async () => {
  const facts = async (visitor: Visitor, guest: string) =>
    (await visitor.get<{ facts: VisitFacts; serials: string[] | null }>(`/guests/${guests[guest]}/facts`))
      .body
  const declared = await ground.owner.ask('PUT', '/sources/meaning', {
    json: { source: 'bill', meaning: { kind: 'visit', amount: 'total' } },
  })
  expect(declared.status).toBe(200)
  for (const serial of ['A', 'B', 'B'])
    await sendEvent(ground.owner, guests.both as string, 'bill', {
      serials: [serial],
      parameters: { total: 10 },
    })
  await sendEvent(ground.owner, guests.elsewhere as string, 'bill', { serials: ['B'] })
  expect(await facts(held, 'both')).toMatchObject({
    serials: ['A'],
    facts: { visits: 1, spend: 10, favourite_venue: 'A' },
  })
  expect(await facts(held, 'elsewhere')).toEqual({ serials: ['A'], facts: noVisitFacts, segments: null })
  expect(await facts(ground.viewer, 'both')).toMatchObject({
    serials: null,
    facts: { visits: 3, spend: 30, favourite_venue: 'B' },
  })
})

test('nor do the simulator and previews of texts show them a guest of other venues', async () => {
  const workflow = await ground.organisation.workflow(endsAtOnce({ source: 'tried' }), 'Tried')
  const asked = async (visitor: Visitor, guest: string) => {
    const guest_id = guests[guest]
    const [simulated, previewed] = [
      await visitor.post(`/workflows/${workflow}/simulate`, {
        script: { guest: { known: guest_id }, event: null },
      }),
      await visitor.post('/template-preview', { text: '{{ guest.email }}', channel: 'text', guest_id }),
    ]
    return [simulated, previewed].map(({ status, body, text }) => [
      status,
      body.code ?? null,
      text.includes(`${guest}@canary.example`),
    ])
  }
  const refused = [403, 'own_guest_needed', false]
  expect(await asked(held, 'elsewhere')).toEqual([refused, refused])
  const shown = [200, null, true]
  expect(await asked(held, 'both')).toEqual([shown, shown])
  expect(await asked(ground.viewer, 'elsewhere')).toEqual([shown, shown])
})
