import { type IncomingHttpHeaders, request as send } from 'node:http'
import type { Role } from '@millrace/contract/member'
import { type PageAnswer, signedIn, type Visitor } from '../support/dashboard.ts'
import {
  eventually,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'

/** An organisation with someone of every role at a browser. */
export interface Ground {
  readonly millrace: TestMillrace
  readonly organisation: TestOrganisation
  readonly owner: Visitor & { readonly member: { readonly email: string } }
  readonly editor: Visitor & { readonly member: { readonly email: string } }
  readonly viewer: Visitor
  /** Someone who sees some venues only. */
  restricted(role: Role, serials: readonly string[]): Promise<Visitor>
  /** An owner of another organisation. */
  stranger(): Promise<Visitor>
}

export async function openGround(options: Parameters<typeof startTestMillrace>[0] = {}): Promise<Ground> {
  const millrace = await startTestMillrace(options)
  const organisation = await millrace.organisation('Harbour')
  const { id } = organisation
  return {
    millrace,
    organisation,
    owner: await signedIn(millrace, id),
    editor: await signedIn(millrace, id, { role: 'editor' }),
    viewer: await signedIn(millrace, id, { role: 'viewer' }),
    restricted: (role, serials) => signedIn(millrace, id, { role, serials }),
    stranger: async () => signedIn(millrace, (await millrace.organisation('Vine')).id),
  }
}

export interface Page<Row> {
  readonly data: Row[]
  readonly links: { readonly next: string | null }
}

/** All pages of a list, one after the other. */
export async function readAll<Row>(visitor: Visitor, path: string): Promise<Row[][]> {
  const pages: Row[][] = []
  let next: string | null = path
  while (next !== null) {
    const answer: PageAnswer<Page<Row>> = await visitor.get(next.replace('/dashboard/api', ''))
    const { status, body, text } = answer
    if (status !== 200) throw new Error(text)
    pages.push(body.data)
    next = body.links.next
  }
  return pages
}

export interface Sent {
  readonly event: { id: string; status: string; workflow_runs: { id: string }[] }
  readonly sentences: string[]
}

/** An event from the dashboard; returns the id of the run it started, if it did. */
export async function sendEvent(visitor: Visitor, guestId: string, source: string | null, more: object = {}) {
  const { parameters = {}, ...rest } = more as { parameters?: object }
  const json = {
    guest_id: guestId,
    parameters: { ...(source === null ? {} : { source }), ...parameters },
    ...rest,
  }
  const { status, body, text } = await visitor.post<Sent>('/events', json)
  if (status !== 200) throw new Error(text)
  return { eventId: body.event.id, runId: body.event.workflow_runs[0]?.id as string, ...body }
}

interface Settled {
  run: { status: string; outcome: string | null; waiting_for: Record<string, unknown> | null }
}

/** The run, when it has come to rest or waits for something that will be long. */
export const settled = <Body extends Settled>(visitor: Visitor, runId: string): Promise<Body> =>
  eventually(
    async () => (await visitor.get<Body>(`/runs/${runId}`)).body,
    ({ run }) => !['queued', 'running'].includes(run.status) && run.waiting_for?.type !== 'delivery',
  )

export interface Download {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** What is no JSON. */
export function download(url: string, visitor: Visitor, path: string): Promise<Download> {
  return new Promise((resolve, reject) => {
    const headers = { cookie: visitor.cookie ?? '', 'sec-fetch-site': 'same-origin' }
    const sent = send(`${url}/dashboard/api${path}`, { headers }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', chunk => {
        text += chunk
      })
      response.on('end', () =>
        resolve({ status: response.statusCode as number, headers: response.headers, text }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}
