import { documentWithPlaces, scriptWithPlaces } from './bodies.ts'
import { place as X } from './payloads.ts'
import type { Writer } from './writer.ts'

interface Answer {
  readonly workflow: { readonly id: string }
  readonly draft: { readonly revision: number }
}

export interface Workflows {
  readonly workflow: string
  /** The source that it listens to. */
  readonly source: string
  /** Made from a file, and not published yet. */
  readonly file: { readonly id: string; readonly source: string; publish(): Promise<unknown> }
  /** Its draft has markup even where a published one could not. */
  readonly wild: string
}

/** As a file, as a draft that is published, and as one that is beyond publishing. */
export async function writeWorkflows(writer: Writer, serial: string): Promise<Workflows> {
  const { kept, store, refuse } = writer
  const route = 'POST /dashboard/api/workflows'
  const publish = (id: string, revision: number) =>
    store('POST /dashboard/api/workflows/:id/publish', { id }, { revision, inside: 'finish' })

  const { id: target } = (await store<Answer>(route, {}, { name: X })).workflow
  const definition = documentWithPlaces({ serial, target })
  const file = { $schema: X, millrace: 1, name: X, description: X, definition }
  const read = await store<Answer>(route, {}, { file })
  await refuse(route, {}, { name: 'x', template: X })
  const made = await store<Answer>(route, {}, { name: X, description: X })
  const { id } = made.workflow
  await store(route, {}, { duplicate_of: id })
  const wild = await writeWildDraft(writer)

  const draft = { revision: made.draft.revision, document: documentWithPlaces({ serial, target }) }
  const drafting = 'PUT /dashboard/api/workflows/:id/draft'
  const saved = await store<Answer & { faults: unknown[] }>(drafting, { id }, draft, { probe: false })
  if (saved.faults.length > 0) throw new Error(`the document has faults: ${JSON.stringify(saved.faults)}`)
  const source = kept.textOf(`${drafting} document.trigger.source`)
  const { document } = draft
  await store('POST /dashboard/api/workflows/:id/validate', { id }, { document })
  const script = scriptWithPlaces(source, serial)
  await store('POST /dashboard/api/workflows/:id/simulate', { id }, { script, document })
  await store('POST /dashboard/api/workflows/:id/simulations', { id }, { name: X, script })
  await store('POST /dashboard/api/workflows/:id/comments', { id }, { text: X })
  await refuse('POST /dashboard/api/workflows/:id/comments', { id }, { text: 'x', node_id: X })
  const choosy = { ...script, guest: { invented: { topics_off: [X] } } }
  await refuse('POST /dashboard/api/workflows/:id/simulate', { id }, { script: choosy })
  await refuse('POST /dashboard/api/workflows/:id/simulations', { id }, { name: 'Choosy', script: choosy })
  await publish(id, saved.draft.revision)
  await store('PUT /dashboard/api/workflows/:id/place', { id }, { folder: X, tags: [X] })
  const values = { values: { offer: X } }
  await store('PUT /dashboard/api/venues/:serial/workflows/:id', { serial, id }, values)
  return {
    workflow: id,
    source,
    file: {
      id: read.workflow.id,
      source: kept.textOf(`${route} file.definition.trigger.source`),
      publish: () => publish(read.workflow.id, read.draft.revision),
    },
    wild,
  }
}

/** By a date, by an absence, by a segment and by a broadcast, as files and as drafts. */
export async function writeScheduled({ refuse, store }: Writer, script: object): Promise<string[]> {
  const triggers = (time: string) => [
    { date: { attribute: X, repeats: 'yearly', time } },
    { absence: { days: 60, sources: [X], time } },
    { segment: { id: time === X ? X : A_SEGMENT, on: 'enters' } },
    {
      broadcast: { segment: time === X ? X : A_SEGMENT, once: { date: time === X ? X : '2026-12-24', time } },
    },
    { broadcast: { segment: A_SEGMENT, every: { time } } },
  ]
  const documents = (time: string) => triggers(time).map(trigger => ({ ...scheduledDocument, trigger }))
  const written: string[] = []
  for (const definition of documents('09:30')) {
    const file = { millrace: 1, name: X, definition }
    const { id } = (await store<Answer>('POST /dashboard/api/workflows', {}, { file })).workflow
    await store('POST /dashboard/api/workflows/:id/validate', { id }, { document: definition })
    await store('POST /dashboard/api/workflows/:id/simulate', { id }, { script, document: definition })
    await refuse('POST /dashboard/api/workflows/:id/missed', { id }, { decision: 'let_go', guests: [X] })
    await refuse(
      'POST /v1/workflows/:workflowId/missed',
      { workflowId: id },
      { decision: 'let_go', guests: [X] },
    )
    written.push(id)
  }
  for (const document of documents(X)) {
    const made = await store<Answer>('POST /dashboard/api/workflows', {}, { name: X })
    const { id } = made.workflow
    const draft = { revision: made.draft.revision, document }
    await store('PUT /dashboard/api/workflows/:id/draft', { id }, draft, { probe: false })
    written.push(id)
  }
  return written
}

const A_SEGMENT = '0192c8a0-0000-7000-8000-000000000301'
const scheduledDocument = { start: 'done', nodes: [{ id: 'done', type: 'end', outcome: 'success' }] }

async function writeWildDraft({ refuse, store }: Writer): Promise<string> {
  const { workflow, draft } = await store<Answer>('POST /dashboard/api/workflows', {}, { name: X })
  const document = documentWithPlaces({
    serial: X,
    target: X,
    id: X,
    key: X,
    language: X,
    email: X,
    piece: X,
    header: X,
    secret: X,
    topic: X,
    moment: X,
    time: X,
  })
  const written = { revision: draft.revision, document, name: X, description: X }
  await store('PUT /dashboard/api/workflows/:id/draft', { id: workflow.id }, written)
  for (const node of document.nodes.filter(({ type }) => type.startsWith('send_'))) {
    const test = { node, guest_id: X, language: X, to: X }
    await refuse('POST /dashboard/api/workflows/:id/test-message', { id: workflow.id }, test)
  }
  return workflow.id
}
