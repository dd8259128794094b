import { eventually } from '../../../support/millrace.ts'
import { blocksWithPlaces } from './bodies.ts'
import { place as X } from './payloads.ts'
import type { Guests } from './write-guests-and-venues.ts'
import type { Workflows } from './write-workflows.ts'
import type { Writer } from './writer.ts'

/** Events that no workflow takes, and such that go all the way. Returns the runs that they start. */
export async function writeEvents(
  { store, refuse }: Writer,
  { guests, erased }: Guests,
  { workflow, source, file }: Workflows,
  serial: string,
): Promise<string[]> {
  const [guest, other] = guests
  const route = 'POST /dashboard/api/events'
  const event = (parameters: object) => ({ guest_id: guest, serials: [serial], parameters })
  const strange = {
    organisation_registration_id: other,
    serials: [serial],
    parameters: { source: X, [X]: X },
  }
  await store('POST /v1/workflows/incoming-event', {}, strange)
  await store(route, {}, event({ source: X, [X]: X }))
  // One that is unmatched, and for which there is a workflow by now.
  await store(route, {}, event({ source: file.source }))
  await file.publish()

  type Sent = { event: { id: string; workflow_runs: { id: string }[] } }
  const called = await store<Sent>(route, {}, event({ source, [X]: X, call: true }))
  const taken = await store<Sent>(route, {}, event({ source, [X]: X }))
  const [id, stored] = [workflow, taken.event.id]
  const script = { guest: { known: guest }, event: { stored } }
  await store('POST /dashboard/api/workflows/:id/simulate', { id }, { script })
  const preview = { text: X, channel: 'html', guest_id: guest, event_id: stored, workflow_id: id }
  await store('POST /dashboard/api/template-preview', {}, preview)
  const built = {
    blocks: [...blocksWithPlaces, { type: 'piece', piece: 'footer' }],
    channel: 'html',
    guest_id: guest,
  }
  await store('POST /dashboard/api/template-preview', {}, { ...built, language: 'de' })
  await refuse('POST /dashboard/api/link-check', {}, { urls: [X] })
  const direct = { org_reg_id: other }
  await store('POST /v1/workflows/:workflowId/workflow-runs', { workflowId: id }, direct)
  const lately = { since: new Date(Date.now() - 60_000).toISOString(), until: new Date().toISOString() }
  await store('POST /dashboard/api/workflows/:id/replay', { id }, lately)

  const once = { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' }
  const nobody = { workflow_id: id, guest_id: erased, node: X, error: X, ...once }
  for (const [bulk, body] of [
    ['POST /dashboard/api/runs/bulk-retry', nobody],
    ['POST /dashboard/api/runs/bulk-cancel', { status: 'paused', ...nobody }],
  ] as const) {
    await store(bulk, {}, body)
    await refuse(bulk, {}, { ...body, node: 'x', error: 'x', cursor: X })
  }
  return [called, taken].flatMap(sent => sent.event.workflow_runs.map(run => run.id))
}

/** What the events of sources are. Returns the sources. */
export async function writeMeanings({ store, kept }: Writer): Promise<string[]> {
  const meaning = { kind: 'visit', amount: X, currency: X, covers: X }
  const routes = ['PUT /dashboard/api/sources/meaning', 'POST /dashboard/api/sources/rebuild'] as const
  await store(routes[0], {}, { source: X, meaning })
  await store(routes[1], {}, { source: X })
  return routes.map(route => kept.textOf(`${route} source`))
}

/** A task, when the runs have come to it. */
export async function writeTask({ store, get }: Writer): Promise<void> {
  const { data } = await eventually(
    () => get<{ data: { id: string }[] }>('/tasks'),
    tasks => tasks.data.length >= 2,
  )
  await store('PATCH /dashboard/api/tasks/:id', { id: data[0]?.id as string }, { assignee: X, note: X })
}
