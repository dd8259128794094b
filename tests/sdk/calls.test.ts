import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Millrace } from '../../sdk/src/client.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../sdk/src/errors.ts'
import { newId } from '../../server/src/base/ids.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { endsAtOnce, waits } from '../support/workflows.ts'
import { clientOf, failureOf } from './client-under-test.ts'
import { type FaultyServer, startFaultyServer } from './faulty-server.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let server: FaultyServer
let client: Millrace
let guest: string

beforeAll(async () => {
  millrace = await startTestMillrace()
  organisation = await millrace.organisation()
  guest = await organisation.guest({ external_id: 'crm-1' })
  server = await startFaultyServer(millrace.url)
  client = clientOf(organisation, server.url)
})
afterAll(async () => {
  await server.close()
  await millrace.stop()
})

test('an event is sent, and its receipt read again', async () => {
  const workflow = await organisation.workflow(endsAtOnce({ source: 'till' }))
  const { message, event } = await client.events.send({
    organisation_registration_id: guest,
    serials: ['LDN-01'],
    parameters: { source: 'till', spend: 42.5 },
  })
  expect(message).toEqual(expect.any(String))
  expect(event).toMatchObject({ status: 'routed', workflow_runs: [{ workflow_id: workflow }] })
  const again = await client.events.get(event.id)
  expect(again.event).toMatchObject({ id: event.id, parameters: { source: 'till', spend: 42.5 } })
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  '%s is refused before anything is sent: JSON would make it null',
  async spend => {
    const sent = client.events.send({ organisation_registration_id: guest, parameters: { spend } })
    await expect(sent).rejects.toThrow(
      new TypeError(
        `The field "spend" is ${spend}, which JSON cannot hold. Send a finite number or leave it out.`,
      ),
    )
  },
)

test('a dry run stores nothing', async () => {
  const { event } = await client.events.send({ organisation_registration_id: guest }, { dryRun: true })
  expect(await failureOf(client.events.get(event.id))).toMatchObject({ code: 'event_not_found' })
  const workflow = await organisation.workflow(waits({ source: 'dry' }))
  await client.workflowRuns.store(workflow, { org_reg_id: guest }, { dryRun: true })
  expect(await client.workflowRuns.list(workflow).page()).toEqual({ data: [], nextCursor: null })
})

test('a run is stored, listed, read and cancelled, and cancelled again without harm', async () => {
  const workflow = await organisation.workflow(waits({ source: 'runs' }))
  const { workflow_run: run } = await client.workflowRuns.store(workflow, { org_reg_id: guest })
  expect(run).toMatchObject({ workflow_id: workflow, org_reg_id: guest, trigger: 'api' })
  const listed = await client.workflowRuns.list(workflow, { org_reg_id: guest }).page()
  expect(listed.data.map(({ id }) => id)).toEqual([run.id])
  expect((await client.workflowRuns.get(workflow, run.id)).workflow_run.id).toBe(run.id)
  for (const _time of ['first', 'second']) {
    const { workflow_run } = await client.workflowRuns.cancel(workflow, run.id)
    expect(workflow_run).toMatchObject({ id: run.id, status: 'cancelled' })
  }
})

test('a run that came to its end cannot be cancelled', async () => {
  const workflow = await organisation.workflow(endsAtOnce({ source: 'ended' }))
  const { workflow_run: run } = await client.workflowRuns.store(workflow, { org_reg_id: guest })
  await expect
    .poll(async () => (await client.workflowRuns.get(workflow, run.id)).workflow_run.status)
    .toBe('completed')
  const error = await failureOf(client.workflowRuns.cancel(workflow, run.id))
  expect(error).toBeInstanceOf(ConflictError)
  expect(error).toMatchObject({ status: 409, code: 'run_finished' })
})

test('workflows, venues and guests are found', async () => {
  await organisation.venue('LDN-01')
  expect((await client.workflows.list({ status: 'active' }).page()).data.length).toBeGreaterThan(0)
  expect((await client.venues.list().page()).data).toMatchObject([{ serial: 'LDN-01' }])
  expect((await client.guests.list({ external_id: 'crm-1' }).page()).data).toMatchObject([{ id: guest }])
  const created = await client.guests.create({ name: 'Ada Byron', email: 'ada@example.com' })
  expect((await client.guests.get(created.guest.id)).guest).toEqual(created.guest)
})

test('a guest is found by an identifier or created, and changed', async () => {
  const identifiers = [
    { type: 'external_id' as const, system: 'toast', value: '77' },
    { type: 'email' as const, value: 'grace@example.com' },
  ]
  const created = await client.guests.put({ identifiers, name: 'Grace' })
  expect([created.created, created.guest.name]).toEqual([true, 'Grace'])
  const found = await client.guests.put({ identifiers: [{ type: 'email', value: 'GRACE@example.com' }] })
  expect([found.created, found.guest.id, found.found_by?.type]).toEqual([false, created.guest.id, 'email'])
  const changed = await client.guests.patch(created.guest.id, { name: 'Grace Hopper', email: null })
  expect(changed.guest).toMatchObject({ name: 'Grace Hopper', email: null })
  const listed = await client.guests.list({ external_id: '77', system: 'toast' }).page()
  expect(listed.data.map(({ id }) => id)).toEqual([created.guest.id])
})

test('a file of guests is sent in parts, tried, imported and undone', async () => {
  const { guest_import: created } = await client.guestImports.create({
    format: 'csv',
    file_name: 'guests.csv',
  })
  const { id } = created
  const parts = ['email,name\nnew@exam', 'ple.com,New\nnobody,Bad\n']
  let offset = 0
  for (const part of parts) {
    const content = Buffer.from(part).toString('base64')
    offset = (await client.guestImports.addPart(id, { offset, content })).guest_import.bytes_received
  }
  const status = async () => (await client.guestImports.get(id)).guest_import.status
  await client.guestImports.start(id, { trial: true })
  await expect.poll(status).toBe('checked')
  await client.guestImports.start(id)
  await expect.poll(status).toBe('imported')
  const refused = await client.guestImports.refusedRows(id).page()
  expect(refused.data).toMatchObject([{ row: 3, reasons: { email: ['must be an e-mail address'] } }])
  const [listed] = (await client.guestImports.list().page()).data
  expect(listed).toMatchObject({ id, counts: { rows: 2, created: 1, refused: 1 } })
  expect(await failureOf(client.guestImports.cancel(id))).toMatchObject({
    status: 409,
    code: 'import_refused',
  })
  await client.guestImports.undo(id)
  await expect.poll(status).toBe('undone')
  expect((await client.guests.list({ email: 'new@example.com' }).page()).data).toEqual([])
})

test('addresses are suppressed, listed and lifted', async () => {
  const address = `${newId()}@example.com`
  const { suppression } = await client.suppressions.create({ channel: 'email', address, note: 'Bounced' })
  expect(suppression).toMatchObject({ address, reason: 'integration', source: 'api', lifted_at: null })
  const { id } = suppression
  expect((await client.suppressions.get(id)).suppression).toEqual(suppression)
  expect((await client.suppressions.list({ text: address, lifted: 'no' }).page()).data).toEqual([suppression])
  expect(
    await failureOf(client.suppressions.create({ channel: 'email', address, note: 'Again' })),
  ).toMatchObject({ status: 409, code: 'suppressed_already' })
  expect((await client.suppressions.lift(id, { because: 'It works again' })).message).toBe(
    `Messages to ${address} are sent again.`,
  )
  expect(await failureOf(client.suppressions.lift(id, { because: 'Again' }))).toMatchObject({
    status: 404,
    code: 'suppression_not_found',
  })
})

test('segments are created, read, changed, previewed and deleted', async () => {
  const condition = { field: 'guest.tags', operator: 'contains', value: newId() }
  expect(await client.segments.preview({ condition })).toMatchObject({ members: 0, sample: [] })
  const { segment } = await client.segments.create({ name: newId(), condition })
  const { id } = segment
  expect((await client.segments.get(id)).segment).toMatchObject({ id, condition, used_by: [] })
  expect((await client.segments.change(id, { name: 'Nobody' })).segment.name).toBe('Nobody')
  expect((await client.segments.list()).data.map(one => one.id)).toContain(id)
  expect((await client.segments.guests(id).page()).data).toEqual([])
  const { segment: other } = await client.segments.create({
    name: newId(),
    condition: { field: 'guest.segments', operator: 'contains', value: id },
  })
  expect(await failureOf(client.segments.delete(id))).toMatchObject({ status: 409, code: 'segment_in_use' })
  await client.segments.delete(other.id)
  expect((await client.segments.delete(id)).message).toBe('The segment "Nobody" is deleted.')
})

test('a broadcast is estimated, sent, changed and listed, and nobody was missed', async () => {
  const condition = { field: 'guest.tags', operator: 'contains', value: newId() }
  const { segment } = await client.segments.create({ name: newId(), condition })
  const workflow = await organisation.workflow(endsAtOnce({ broadcast: { segment: segment.id } }))
  expect(await client.broadcasts.estimate(workflow)).toMatchObject({ members: 0, starts: 0 })
  const { id } = await client.broadcasts.send(workflow)
  const stopped = await client.broadcasts.change(workflow, id, { state: 'stopped' }).catch(failed => failed)
  const { data } = await client.broadcasts.list(workflow)
  // Nobody is in the segment, so that it may have been done before.
  expect([data[0]?.id, data[0]?.state]).toEqual([id, stopped instanceof ConflictError ? 'done' : 'stopped'])
  expect((await client.workflows.missed(workflow).page()).data).toEqual([])
  expect((await client.workflows.decideMissed(workflow, { decision: 'start' })).decided).toBe(0)
})

test('many events are sent at once, listed, and stored once although the request is repeated', async () => {
  const someone = { identifiers: [{ type: 'external_id' as const, value: newId() }], create: true }
  const entries = [
    { guest: someone, parameters: { source: 'many' } },
    { organisation_registration_id: newId() },
  ]
  const { data } = await client.events.sendMany(entries, { idempotencyKey: 'many' })
  expect(data.map(({ accepted, error }) => [accepted, error?.code])).toEqual([
    [true, undefined],
    [false, 'guest_not_found'],
  ])
  const again = await client.events.sendMany(entries, { idempotencyKey: 'many' })
  expect(again.data[0]).toEqual({ ...data[0], repeated: true })
  const listed = await client.events.list({ source: 'many', status: ['routed', 'unrouted'] }).page()
  expect(listed.data.map(({ id }) => id)).toEqual([data[0]?.event?.id])
})

describe('a list', () => {
  const names = Array.from({ length: 7 }, (_, n) => `guest ${n}`)
  let crowded: Millrace

  beforeAll(async () => {
    const other = await millrace.organisation('Crowded')
    for (const name of names) await other.guest({ name })
    crowded = clientOf(other, server.url)
  })

  test('is gone through page by page, each page through the address that was configured', async () => {
    const before = server.of('/v1/guests').length
    const seen = []
    for await (const { name } of crowded.guests.list({ limit: 3 })) seen.push(name)
    expect(seen.sort()).toEqual(names)
    expect(server.of('/v1/guests')).toHaveLength(before + 3)
  })

  test('asks for no page that is not needed', async () => {
    const before = server.of('/v1/guests').length
    for await (const _guest of crowded.guests.list({ limit: 3 })) break
    expect(server.of('/v1/guests')).toHaveLength(before + 1)
  })

  test('can be gone through by hand, and more than once', async () => {
    const list = crowded.guests.list({ limit: 5 })
    const first = await list.page()
    expect(await list.page()).toEqual(first)
    const second = await crowded.guests.list({ limit: 5, cursor: first.nextCursor }).page()
    expect(second.nextCursor).toBeNull()
    expect([...first.data, ...second.data].map(({ name }) => name).sort()).toEqual(names)
  })

  test('may be empty', async () => {
    expect(await Array.fromAsync(crowded.venues.list())).toEqual([])
  })
})

describe('a refusal', () => {
  test('names each faulty field, and the request', async () => {
    const error = await failureOf(
      client.events.send({ organisation_registration_id: 'nobody', serials: ['much too long a serial'] }),
    )
    expect(error).toBeInstanceOf(ValidationError)
    expect(error).toMatchObject({
      name: 'ValidationError',
      status: 400,
      code: 'validation_failed',
      errors: { organisation_registration_id: [expect.any(String)], 'serials.0': [expect.any(String)] },
      requestId: expect.any(String),
    })
  })

  test('for what is not there is a separate error', async () => {
    const error = await failureOf(client.guests.get(newId()))
    expect(error).toBeInstanceOf(NotFoundError)
    expect(error).toMatchObject({ status: 404, code: 'guest_not_found', body: { code: 'guest_not_found' } })
    expect(await failureOf(client.guests.get('../venues'))).toMatchObject({ code: 'guest_not_found' })
  })
})

describe('options of one call', () => {
  test('an idempotency key of the caller makes a repeated call one event', async () => {
    const event = { organisation_registration_id: guest, parameters: { note: 'once' } }
    const first = await client.events.send(event, { idempotencyKey: 'order-17' })
    const replayed: (string | null)[] = []
    const again = {
      idempotencyKey: 'order-17',
      onResponse: ({ headers }: { headers: Headers }) => replayed.push(headers.get('idempotent-replayed')),
    }
    expect(await client.events.send(event, again)).toEqual(first)
    expect(replayed).toEqual(['true'])
    const changed = { ...event, parameters: { note: 'twice' } }
    expect(await failureOf(client.events.send(changed, { idempotencyKey: 'order-17' }))).toMatchObject({
      name: 'ConflictError',
      code: 'idempotency_mismatch',
    })
  })

  test('headers are sent, but never instead of the token', async () => {
    const headers = { 'X-Request-Id': 'mine-1', authorization: 'Bearer of-the-caller' }
    const error = await failureOf(client.guests.get(newId(), { headers }))
    expect(error).toMatchObject({ requestId: 'mine-1' })
    expect(server.received.at(-1)?.headers.authorization).not.toContain('of-the-caller')
  })

  test('each POST has its own idempotency key, and no GET has one', async () => {
    const event = { organisation_registration_id: guest }
    const before = server.received.length
    await client.events.send(event)
    await client.events.send(event)
    await client.guests.get(guest)
    const keys = server.received.slice(before).map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(3)
    expect(keys[2]).toBeUndefined()
  })
})
