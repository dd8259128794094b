import type { Guest } from '@millrace/contract/guest'
import type { TimelineEntry } from '@millrace/contract/timeline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endsAtOnce, waits } from '../support/workflows.ts'
import {
  download,
  type Ground,
  openGround,
  type Page,
  readAll,
  sendEvent,
  settled,
} from './management-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(() => ground.millrace.stop())

interface Answer {
  message: string
  code: string
  errors: Record<string, string[]>
  guest: Guest
}
const register = async (json: object) => (await ground.editor.post<Answer>('/guests', json)).body.guest

describe('a guest', () => {
  test('who agrees to something at a member’s desk is recorded with who wrote it down', async () => {
    const { id } = await register({ name: 'Agreeing', email: 'a@example.com', email_consent: true })
    const { text } = await ground.viewer.get(`/guests/${id}/timeline`)
    expect(text).toContain(`changed by ${ground.editor.member.email}`)
    const audit = await ground.owner.get<Page<object>>('/audit?action=guest.registered&limit=1')
    expect(audit.body.data).toMatchObject([{ actor: ground.editor.member.email, subject: 'a guest' }])
  })

  test('brings tags and attributes to choose from, which members of some venues do not get', async () => {
    await register({ name: 'Chosen', tags: ['b-tag', 'a-tag'], attributes: { allergy: 'nuts' } })
    await register({ name: 'Chosen too', tags: ['b-tag'] })
    const { body } = await ground.viewer.get<{ tags: string[]; attributes: string[] }>('/guests/values')
    expect(body.tags.filter(tag => tag.endsWith('-tag'))).toEqual(['a-tag', 'b-tag'])
    expect(body.attributes).toContain('allergy')
    const held = await ground.restricted('editor', ['A'])
    expect((await held.get('/guests/values')).body).toEqual({ tags: [], attributes: [] })
  })

  test('is registered, read, and changed by name', async () => {
    const { id } = await register({
      name: 'Ada Byron',
      email: 'ada@example.com',
      attributes: { table: 7, seat: 1 },
    })
    const { status, body } = await ground.editor.patch<Answer>(`/guests/${id}`, {
      name: 'Ada Lovelace',
      email_consent: true,
      tags: ['vip', 'vip'],
      attributes: { table: null, wine: 'red' },
    })
    expect(status).toBe(200)
    expect(body.guest).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      email_consent: true,
      tags: ['vip'],
      attributes: { seat: 1, wine: 'red' },
    })
    expect((await ground.viewer.get(`/guests/${id}`)).body).toEqual(body.guest)
  })

  test('has a reason with a change of consent, shown by the timeline, and erased with them', async () => {
    const { id } = await register({ name: 'Reasoned', email_consent: true })
    const withdraw = { email_consent: false, reason: ' They called: “no more” ' }
    expect((await ground.editor.patch<Answer>(`/guests/${id}`, withdraw)).status).toBe(200)
    await ground.editor.patch(`/guests/${id}`, { sms_consent: true })
    const { body } = await ground.viewer.get<Page<TimelineEntry>>(`/guests/${id}/timeline`)
    const sentences = body.data.filter(({ kind }) => kind === 'consent').map(({ sentence }) => sentence)
    expect(sentences.slice(0, 2)).toEqual([
      `The guest gave consent to SMS: changed by ${ground.editor.member.email}.`,
      `The guest withdrew consent to e-mail: changed by ${ground.editor.member.email}, who wrote: “They called: “no more””.`,
    ])
    await ground.owner.post(`/guests/${id}/erase`, { guest_id: id })
    const left = () =>
      ground.millrace.database.engine.query('SELECT FROM consent_changes WHERE guest_id = $1', [id])
    await expect.poll(async () => (await left()).rowCount).toBe(0)
  })

  test('is asked to confirm a consent by a member, who can skip it and write down why', async () => {
    const { organisation, millrace, editor, viewer } = ground
    const confirms = (on: boolean) =>
      millrace.database.engine.query(
        `UPDATE organisations SET settings = settings || jsonb_build_object('double_opt_in', $2::boolean) WHERE id = $1`,
        [organisation.id, on],
      )
    await confirms(true)
    const { id } = await register({ name: 'Asked', email: 'asked@example.com' })
    const agree = (more: object) => editor.patch<Answer>(`/guests/${id}`, { email_consent: true, ...more })
    const asked = await agree({ ask_to_confirm: true, reason: 'On the phone' })
    expect(asked.body.guest).toMatchObject({ email_consent: false, email_asked_at: expect.any(String) })
    const again = await agree({ ask_to_confirm: true })
    expect(again.body.guest).toMatchObject({ email_asked_at: asked.body.guest.email_asked_at })
    expect((await agree({})).body.errors).toEqual({
      reason: ['is required: how the guest agreed. Or send ask_to_confirm: true'],
    })
    expect((await editor.patch<Answer>(`/guests/${id}`, { ask_to_confirm: true })).body.errors).toEqual({
      ask_to_confirm: ['is for email_consent: true'],
    })
    const given = await agree({ reason: 'Signed the form' })
    expect(given.body.guest).toMatchObject({ email_consent: true, email_asked_at: null })
    const timeline = await viewer.get<Page<TimelineEntry>>(`/guests/${id}/timeline`)
    const by = `changed by ${editor.member.email}, who wrote: `
    expect(
      timeline.body.data.filter(({ kind }) => kind === 'consent').map(({ sentence }) => sentence),
    ).toEqual([
      `The guest gave consent to e-mail: ${by}“Signed the form”.`,
      `The guest was asked to confirm the consent to e-mail: ${by}“On the phone”.`,
    ])
    await confirms(false)
  })

  test('has a topic turned off and on again by a member, as long as guests can choose it', async () => {
    const { organisation, millrace } = ground
    await millrace.database.engine.query(
      `UPDATE organisations SET settings = settings || '{"topics": [{"id": "events", "name": "Events"}]}' WHERE id = $1`,
      [organisation.id],
    )
    const { id } = await register({ name: 'Choosy' })
    const turn = (topics: object, reason = 'They called') =>
      ground.editor.patch<Answer>(`/guests/${id}`, { topics, reason })
    expect((await turn({ events: false })).body.guest).toMatchObject({ topics_off: ['events'] })
    expect((await turn({ events: true })).body.guest).toMatchObject({ topics_off: [] })
    const { status, body } = await turn({ event: false })
    expect([status, body.errors]).toEqual([
      400,
      { topics: ['has no topic "event"; the settings list the topics'] },
    ])
    const timeline = await ground.viewer.get<Page<TimelineEntry>>(`/guests/${id}/timeline`)
    const by = `changed by ${ground.editor.member.email}, who wrote: “They called”.`
    expect(
      timeline.body.data.filter(({ kind }) => kind === 'consent').map(({ sentence }) => sentence),
    ).toEqual([
      `The guest turned the topic “Events” on again: ${by}`,
      `The guest turned the topic “Events” off: ${by}`,
    ])
  })

  test.each<[object, string]>([
    [{ name: 'x', reason: 'Why' }, 'is for a change of email_consent, sms_consent, do_not_contact, topics'],
    [{ reason: 'Why' }, 'is for a change of email_consent, sms_consent, do_not_contact, topics'],
    [{ sms_consent: true, reason: 'x'.repeat(501) }, 'must have at most 500 characters'],
    [{ sms_consent: true, reason: ' ' }, 'does not have the right form'],
    [{ sms_consent: true, reason: 'a\u0000b' }, 'must not contain the NUL character'],
  ])('has no reason where there is none to give, or a faulty one: %j', async (json, fault) => {
    const { id } = await register({ name: 'Unreasoned' })
    const { status, body } = await ground.editor.patch<Answer>(`/guests/${id}`, json)
    expect([status, body.errors]).toEqual([400, { reason: [fault] }])
    expect((await ground.viewer.get(`/guests/${id}`)).body).toMatchObject({ sms_consent: false })
  })

  test('leaves the workflows that are no longer for them when they are changed', async () => {
    await ground.organisation.workflow({
      ...waits({ source: 'left' }),
      exits: [
        { on: 'guest', label: 'gone', when: { field: 'guest.tags', operator: 'contains', value: 'gone' } },
      ],
    })
    const guest = await ground.organisation.guest()
    const { runId } = await sendEvent(ground.editor, guest, 'left')
    await settled(ground.viewer, runId)
    await ground.editor.patch(`/guests/${guest}`, { tags: ['gone'] })
    expect((await ground.viewer.get(`/runs/${runId}`)).body).toMatchObject({
      run: { status: 'completed', outcome: 'exited', outcome_reason: 'gone' },
    })
  })

  test.each<[object, object]>([
    [{}, { name: ['is required if there is no e-mail, phone or external id'] }],
    [{ name: 'x', email: 'no' }, { email: ['does not have the right form'] }],
    [{ name: 'x', phone: '0207' }, { phone: ['does not have the right form'] }],
    [{ name: 'x', points: 5 }, { points: ['is not a field of this request'] }],
    [{ name: 'a\u0000b' }, { name: ['must not contain the NUL character'] }],
  ])('is not registered with faults: %j', async (json, errors) => {
    const { status, body } = await ground.editor.post<Answer>('/guests', json)
    expect([status, body.errors]).toEqual([400, errors])
  })

  test('has their own external id', async () => {
    const [one, two] = [await register({ external_id: 'crm-1' }), await register({ external_id: 'crm-2' })]
    const again = await ground.editor.post<Answer>('/guests', { external_id: 'crm-1' })
    expect([again.status, again.body.code]).toEqual([409, 'guest_exists'])
    const taken = await ground.editor.patch<Answer>(`/guests/${two.id}`, { external_id: 'crm-1' })
    expect([taken.status, taken.body.code]).toEqual([409, 'guest_exists'])
    expect((await ground.editor.patch<Answer>(`/guests/${one.id}`, {})).status).toBe(400)
  })

  test('gets an external id that several take at the same moment, and the others are refused with a reason', async () => {
    const statuses = async (asked: Promise<{ status: number; body: Answer }>[]) =>
      (await Promise.all(asked)).map(({ status, body }) => [status, body.code ?? 'done']).toSorted()
    const conflict = [409, 'guest_exists']
    const registered = Array.from({ length: 4 }, () =>
      ground.editor.post<Answer>('/guests', { external_id: 'raced-1' }),
    )
    expect(await statuses(registered)).toEqual([[201, 'done'], conflict, conflict, conflict])
    const guests = await Promise.all(Array.from({ length: 4 }, (_, n) => register({ name: `Racer ${n}` })))
    const changed = guests.map(({ id }) =>
      ground.editor.patch<Answer>(`/guests/${id}`, { external_id: 'raced-2', tags: ['raced'] }),
    )
    expect(await statuses(changed)).toEqual([[200, 'done'], conflict, conflict, conflict])
    expect((await readAll<Guest>(ground.viewer, '/guests?tag=raced')).flat()).toMatchObject([
      { external_id: 'raced-2' },
    ])
  })

  test.each(['nonsense', '%00', 'ffffffff-0000-7000-8000-000000000000'])(
    'that there is not is 404: %s',
    async id => {
      const answers = await Promise.all([
        ground.viewer.get<Answer>(`/guests/${id}`),
        ground.viewer.get<Answer>(`/guests/${id}/timeline`),
        ground.owner.get<Answer>(`/guests/${id}/data`),
        ground.editor.patch<Answer>(`/guests/${id}`, { name: 'x' }),
        ground.editor.post<Answer>(`/guests/${id}/points`, { points: 1, reason: 'x' }),
        ground.owner.post<Answer>(`/guests/${id}/erase`, { guest_id: id }),
      ])
      for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'guest_not_found'])
    },
  )
})

describe('guests are found', () => {
  test('by the beginning of what one knows of them, and by a tag, in pages', async () => {
    const marked = []
    for (const name of ['Zeno Alpha', 'Zeno Beta', 'Carla Zenon']) {
      marked.push(
        (await register({ name, tags: ['greek'], email: `${name.replace(' ', '.')}@example.org` })).id,
      )
    }
    const find = async (query: string) =>
      (await readAll<Guest>(ground.viewer, `/guests?${query}`)).flat().map(({ id }) => id)
    expect((await find('text=zeno&limit=1')).toSorted()).toEqual(marked.toSorted())
    expect(await find('text=zeno%20b')).toEqual([marked[1]])
    expect(await find('text=CARLA.zenon@')).toEqual([marked[2]])
    expect((await find('tag=greek&limit=2')).toSorted()).toEqual(marked.toSorted())
    expect(await find('text=zeno&tag=roman')).toEqual([])
    const cursor = (await ground.viewer.get<Page<Guest>>('/guests?text=zeno&limit=1')).body.links.next ?? ''
    const stolen = cursor.replace('/dashboard/api', '').replace('text=zeno', 'text=carla')
    expect((await ground.viewer.get(stolen)).status).toBe(400)
  })

  test('with names of any length and language, page after page', async () => {
    const names = Array.from({ length: 3 }, (_, n) => `${'ж'.repeat(199)}${n}`)
    for (const name of names) await register({ name })
    const found = await readAll<Guest>(ground.viewer, `/guests?text=${encodeURIComponent('жж')}&limit=1`)
    expect(found.flat().map(({ name }) => name)).toEqual(names)
  })

  test('and leave as a file, for an owner alone', async () => {
    await register({ name: 'File "A"', tags: ['filed', 'b'], attributes: { a: 1 } })
    const { text, headers } = await download(
      ground.millrace.url,
      ground.owner,
      '/guests/export?format=csv&tag=filed',
    )
    expect(headers['content-disposition']).toBe('attachment; filename="guests.csv"')
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('"File ""A""",,,false,false,false,,"filed, b",0,"{""a"":1}"')
    const audit = await ground.owner.get<Page<object>>('/audit?action=guests.exported&limit=1')
    expect(audit.body.data).toMatchObject([{ actor: ground.owner.member.email, subject: 'filed' }])
  })
})

describe('points', () => {
  test('are given and taken with a reason, and stand in the ledger with who did it', async () => {
    const { id } = await register({ name: 'Points' })
    const adjust = (json: object) => ground.editor.post<Answer>(`/guests/${id}/points`, json)
    expect((await adjust({ points: 30, reason: 'A spilled drink' })).body.guest.points).toBe(30)
    expect((await adjust({ points: -50, reason: 'A mistake' })).body).toMatchObject({
      message: 'The guest has -20 points now.',
    })
    const { body } = await ground.viewer.get<Page<TimelineEntry>>(`/guests/${id}/timeline`)
    expect(body.data.map(({ sentence }) => sentence)).toContain(
      `${ground.editor.member.email} added 30 points: A spilled drink`,
    )
    expect((await adjust({ points: 1.5, reason: 'x' })).status).toBe(400)
    expect((await adjust({ points: 1 })).body.errors).toEqual({ reason: ['is required'] })
  })
})

test('a timeline is described in sentences, newest first and in pages', async () => {
  await ground.organisation.workflow(endsAtOnce({ source: 'described' }), 'Described')
  const { id } = await register({ name: 'Timeline' })
  const { runId } = await sendEvent(ground.editor, id, 'described')
  await settled(ground.viewer, runId)
  const whole = (await readAll<TimelineEntry>(ground.viewer, `/guests/${id}/timeline`)).flat()
  expect(whole.map(({ sentence }) => sentence)).toContainEqual(
    expect.stringMatching(/^Entered the workflow .Described.\.$/),
  )
  expect(whole.map(({ at }) => at)).toEqual(
    whole
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  )
  const pages = await readAll<TimelineEntry>(ground.viewer, `/guests/${id}/timeline?limit=1`)
  expect(pages.flat()).toEqual(whole)
})

describe('a person', () => {
  test('gets all that is stored of them, and the audit does not say who they are', async () => {
    const { id } = await register({ name: 'Everything', email: 'every@example.com' })
    await ground.editor.patch(`/guests/${id}`, { sms_consent: true, reason: 'Asked at the desk' })
    const { status, body, headers } = await ground.owner.get(`/guests/${id}/data`)
    expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="guest.json"'])
    expect(body).toMatchObject({ stored: { guest: { id, name: 'Everything' }, events: [], runs: [] } })
    expect(body).toMatchObject({
      stored: { consent_changes: [{ field: 'sms_consent', value: true, reason: 'Asked at the desk' }] },
    })
    const audit = await ground.owner.get<Page<object>>('/audit?action=guest.exported')
    expect(audit.text).not.toContain(id)
    expect(audit.body.data).toHaveLength(1)
  })

  test('is erased for good, when their id was given once more', async () => {
    const { id } = await register({ name: 'Canary Forgotten', email: 'canary@example.com' })
    await sendEvent(ground.editor, id, 'described', { parameters: { note: 'canary' } })
    const erase = (guest_id: string) => ground.owner.post<Answer>(`/guests/${id}/erase`, { guest_id })
    const wrong = await erase('ffffffff-0000-7000-8000-000000000000')
    expect([wrong.status, wrong.body.errors]).toEqual([400, { guest_id: ['is not the id of this guest'] }])
    expect((await erase(id.toUpperCase())).status).toBe(200)
    expect((await erase(id)).status).toBe(404)
    expect((await ground.viewer.get(`/guests/${id}`)).status).toBe(404)
    for (const path of ['/events?limit=100', '/runs?limit=100', '/guests?text=canary', '/audit?limit=100']) {
      const { text } = await ground.owner.get(path)
      expect(text).not.toMatch(new RegExp(`${id}|canary`, 'i'))
    }
  })
})
