import type { Channels } from '#channels/channels.ts'
import { keptHeaders } from '../kept-headers.ts'
import { type PullProgress, type PullSettings, pageRequest } from './page-request.ts'
import { type ReadPage, readPage } from './read-page.ts'

export interface Fetched {
  readonly read: ReadPage
  readonly headers: Record<string, string>
  readonly body: Buffer
}

export const notFetched = (error: string): Fetched => ({
  read: { kind: 'failed', error },
  headers: {},
  body: Buffer.alloc(0),
})

/** Fetches a page, and reads what it means for the next one. */
export async function fetchOne(
  channels: Pick<Channels, 'fetchPage'>,
  organisationId: string,
  pull: PullSettings & PullProgress,
  secret: string,
): Promise<Fetched> {
  const answer = await channels.fetchPage(organisationId, pageRequest(pull, secret))
  if (answer.kind === 'failure') return notFetched(answer.message)
  const headers = keptHeaders(answer.headers, { scheme: 'shared_secret', in: 'bearer' })
  delete headers['set-cookie']
  return { read: readPage(pull, answer), headers, body: answer.body }
}
