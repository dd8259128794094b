import type { HttpAnswer } from '#channels/http/exchange.ts'

export type ReadToken =
  | { readonly kind: 'token'; readonly token: string; readonly seconds: number }
  /** The client may have to say who it is in another way. */
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'failed'; readonly sentence: string }

/** Where the answer does not say it: RFC 6749 section 5.1 only recommends it. */
const USUAL_SECONDS = 300
const MOST_SECONDS = 86_400

/** What a token endpoint answers, RFC 6749 sections 5.1 and 5.2. */
export function readToken({ status, body, cut }: Pick<HttpAnswer, 'status' | 'body' | 'cut'>): ReadToken {
  const content = cut ? {} : objectIn(body)
  if (status === 400 || status === 401)
    return { kind: 'refused', sentence: `The token address answered ${status}${codeIn(content)}.` }
  if (status !== 200) return failed(`The token address answered ${status}${codeIn(content)}.`)
  const { access_token: token, token_type: type = 'bearer', expires_in } = content
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,8000}$/.test(token))
    return failed('The token address answered without a token.')
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer')
    return failed('The token address answered with a token of another kind than "Bearer".')
  const seconds = Number(expires_in ?? USUAL_SECONDS)
  return { kind: 'token', token, seconds: seconds >= 0 ? Math.min(seconds, MOST_SECONDS) : USUAL_SECONDS }
}

const failed = (sentence: string): ReadToken => ({ kind: 'failed', sentence })

/** The code of the standard, such as invalid_client; what else the server writes is not shown. */
const codeIn = ({ error }: Record<string, unknown>): string =>
  typeof error === 'string' && /^[a-z_]{1,50}$/.test(error) ? `: ${error}` : ''

function objectIn(body: Buffer): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(body.toString('utf8'))
    return read !== null && typeof read === 'object' ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
