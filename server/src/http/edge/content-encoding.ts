import type { FastifyRequest } from 'fastify'
import type { RefusalDetails } from '../refusal.ts'

/**
 * Why a body in this encoding is not taken; undefined where it has none. Bodies are small, and one that is unpacked
 * here could be a thousand times as large as what was sent. RFC 9110 section 15.5.16: the answer says what is taken.
 */
export function contentEncoding({
  headers,
}: Pick<FastifyRequest, 'headers'>): Required<Pick<RefusalDetails, 'message' | 'headers'>> | undefined {
  const encoding = headers['content-encoding']
  if (encoding === undefined || /^(identity)?$/i.test(encoding)) return undefined
  return {
    message: 'Send the body as it is, without a Content-Encoding such as gzip.',
    headers: { 'accept-encoding': 'identity' },
  }
}
