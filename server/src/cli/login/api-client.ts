import type { Problem } from '@millrace/contract/error'
import type { OAuthProblem, TokenResponse } from '@millrace/contract/token'
import { exitCodes, Failure } from '../terminal/failure.ts'

export interface Answer {
  status: number
  headers: Headers
  body: unknown
}

const PATIENCE = 30_000

/** There was no answer of Millrace's. It is not known whether the request was carried out; it may go well next time. */
export class Unanswered extends Failure {
  override name = 'Unanswered'
}

export async function requestToken(authUrl: string, clientId: string, clientSecret: string): Promise<string> {
  const answer = await send(`${authUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
    }),
  })
  if (answer.status === 200) return (answer.body as TokenResponse).access_token
  const problem = answer.body as OAuthProblem
  throw new Failure(`No token: ${problem.error_description ?? `status ${answer.status}`}${retryHint(answer)}`)
}

/** One request to an address, and its JSON. Whatever is there and does not speak JSON is not Millrace. */
export async function send(url: string, request: RequestInit): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(url, { ...request, signal: AbortSignal.timeout(PATIENCE) })
  } catch (error) {
    throw unreached(url, error as Error & { cause?: NodeJS.ErrnoException })
  }
  try {
    return { status: response.status, headers: response.headers, body: await response.json() }
  } catch {
    throw new Unanswered(
      `What answers at ${url} (status ${response.status}) is not Millrace. Check the address and what is in between.`,
    )
  }
}

function unreached(url: string, error: Error & { cause?: NodeJS.ErrnoException }): Unanswered {
  const { origin } = new URL(url)
  if (error.name === 'TimeoutError') {
    return new Unanswered(`${origin} did not answer within ${PATIENCE / 1000} seconds.`)
  }
  const why = error.cause?.code ?? error.message
  return new Unanswered(
    `Nothing answers at ${origin} (${why}). Start Millrace with \`npm start\`, or set MILLRACE_AUTH_URL and ` +
      'MILLRACE_BASE_URL to where it is.',
    exitCodes.notRunning,
  )
}

/** The API's own sentence, each faulty field with what is wrong with it, and how long to wait where it says so. */
export function describeProblem(answer: Answer): string {
  const problem = answer.body as Partial<Problem>
  const lines = Object.entries(problem.errors ?? {}).map(
    ([field, faults]) => `\n  ${field}: ${faults.join(' ')}`,
  )
  const request = problem.request_id ? `\n  request_id: ${problem.request_id}` : ''
  return `${problem.message ?? `Refused with status ${answer.status}.`}${retryHint(answer)}${lines.join('')}${request}`
}

function retryHint({ headers }: Answer): string {
  const seconds = headers.get('retry-after')
  return seconds === null ? '' : ` Try again in ${seconds} s.`
}
