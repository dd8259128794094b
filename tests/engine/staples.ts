import type { EventAnswer, Receipt } from '@millrace/contract/event'
import type { NewGuest } from '@millrace/contract/guest'
import type { RunAnswer, WorkflowRun } from '@millrace/contract/run'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { expect } from 'vitest'
import { signedIn } from '../support/dashboard.ts'
import { eventually, request, startTestMillrace } from '../support/millrace.ts'

type Value = string | number | boolean | null

export type Staples = Awaited<ReturnType<typeof openStaples>>

/** The whole product, as a venue group uses it: workflows are built from an empty one, and events are sent, by API. */
export async function openStaples() {
  const millrace = await startTestMillrace()
  const organisation = await millrace.organisation('Harbour')
  const editor = await signedIn(millrace, organisation.id, { role: 'editor' })
  const token = await organisation.token()
  const query = async <Row>(text: string, values: unknown[]): Promise<Row[]> =>
    (await millrace.database.engine.query(text, values)).rows

  async function build(name: string, definition: WorkflowDefinition, as = editor) {
    const made = await as.post<{ workflow: { id: string }; draft: { revision: number } }>('/workflows', {
      name,
    })
    expect(made.status, made.text).toBe(201)
    const { id } = made.body.workflow
    const draft = { revision: made.body.draft.revision, document: definition }
    const saved = await as.ask<{ draft: { revision: number } }>('PUT', `/workflows/${id}/draft`, {
      json: draft,
    })
    expect(saved.status, saved.text).toBe(200)
    const { revision } = saved.body.draft
    return {
      id,
      published: await as.post(`/workflows/${id}/publish`, {
        revision,
        inside: 'finish',
        confirm_transactional: true,
      }),
    }
  }

  async function readRun({ id, workflow_id }: { id: string; workflow_id: string }): Promise<WorkflowRun> {
    const at = `${millrace.url}/v1/workflows/${workflow_id}/workflow-runs/${id}`
    const answer = await request<RunAnswer>(at, { token })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.workflow_run
  }

  return {
    millrace,
    organisation,
    editor,
    query,
    build,
    /** Makes a workflow of this document and publishes it. Returns its id. */
    async publish(name: string, definition: WorkflowDefinition): Promise<string> {
      const { id, published } = await build(name, definition)
      expect(published.status, published.text).toBe(200)
      return id
    },
    guest: (guest: NewGuest = {}) => organisation.guest(guest),
    async send(
      guest: string,
      source: string,
      parameters: Record<string, Value> = {},
      serials: string[] = [],
    ) {
      const answer = await request<EventAnswer>(`${millrace.url}/v1/workflows/incoming-event`, {
        token,
        json: { organisation_registration_id: guest, serials, parameters: { source, ...parameters } },
      })
      expect(answer.status, answer.text).toBe(200)
      return { ...answer.body.event, message: answer.body.message } as Receipt & { message: string }
    },
    readRun,
    /** The run when it has come to rest: it waits, or is over. */
    settled: (run: { id: string; workflow_id: string }) =>
      eventually(
        () => readRun(run),
        ({ status, waiting_for }) =>
          !['queued', 'running'].includes(status) && waiting_for?.type !== 'delivery',
      ),
    /** As if the time had come for which the run waits. */
    async turn(run: { id: string; workflow_id: string }) {
      await query('UPDATE runs SET resumes_at = now() WHERE id = $1 AND resumes_at IS NOT NULL', [run.id])
      return eventually(
        () => readRun(run),
        ({ status, resumes_at }) =>
          !['queued', 'running'].includes(status) &&
          (resumes_at === null || Date.parse(resumes_at) > Date.now() + 1_000),
      )
    },
    /** What was written to a guest, in order. */
    texts: async (guest: string) =>
      (
        await query<{ text: string }>(
          `SELECT coalesce(content->>'body', content->>'subject') AS text FROM messages
           WHERE guest_id = $1 ORDER BY created_at, id`,
          [guest],
        )
      ).map(({ text }) => text),
    stop: () => millrace.stop(),
  }
}

export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

export const reachableGuest = { name: 'Ada', phone: '+447700900123', sms_consent: true } as const
