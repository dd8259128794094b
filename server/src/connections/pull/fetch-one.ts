import type { Channels } from '#channels/channels.ts'
import { keptHeaders } from '../kept-headers.ts'
import { type PullProgress, type PullSecrets, type PullSettings, pageRequest } from './page-request.ts'
import { type ReadPage, readPage } from './read-page.ts'
import type { Tokens } from './tokens.ts'

export interface Fetched {
  readonly read: ReadPage
  readonly headers: Record<string, string>
  readonly body: Buffer
}

export interface FetchParts {
  readonly channels: Pick<Channels, 'fetchPage'>
  readonly tokens: Tokens
}

export const notFetched = (error: string): Fetched => ({
  read: { kind: 'failed', error },
  headers: {},
  body: Buffer.alloc(0),
})

/** A refusal that took longer is left to the next attempt: both requests have to end within the lease. */
const RENEW_WITHIN_MS = 10_000

/** Fetches a page, and reads what it means for the next one. */
export async function fetchOne(
  parts: FetchParts,
  organisationId: string,
  pull: PullSettings & PullProgress,
  secrets: PullSecrets,
): Promise<Fetched> {
  const answer = await ask(parts, organisationId, pull, secrets)
  if (answer.kind === 'failure') return notFetched(answer.message)
  const headers = keptHeaders(answer.headers, { scheme: 'shared_secret', in: 'bearer' })
  delete headers['set-cookie']
  return { read: readPage(pull, answer), headers, body: answer.body }
}

type Answer = Awaited<ReturnType<Channels['fetchPage']>>

/** With a token that was fetched before: where it is refused, once more with a new one. */
async function ask(
  { channels, tokens }: FetchParts,
  organisationId: string,
  pull: PullSettings & PullProgress,
  secrets: PullSecrets,
): Promise<Answer> {
  const { oauth } = pull
  const began = performance.now()
  const fetchWith = (secret: string | null) =>
    channels.fetchPage(organisationId, pageRequest(pull, { ...secrets, secret }))
  if (oauth == null) return fetchWith(secrets.secret)
  for (;;) {
    const given = await tokens.get(organisationId, oauth, secrets.secret ?? '')
    if ('fault' in given) return { kind: 'failure', message: given.fault }
    const answer = await fetchWith(given.token)
    if (answer.kind === 'failure' || answer.status !== 401) return answer
    tokens.forget(organisationId, oauth, secrets.secret ?? '')
    if (!given.isKept || performance.now() - began > RENEW_WITHIN_MS) return answer
  }
}
