import type { IncomingMessage } from 'node:http'
import { newId } from '#base/ids.ts'

const WELL_FORMED = /^[\w.:-]{1,128}$/

/** The caller's, where it is well-formed, so that they find it again; otherwise a new one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && WELL_FORMED.test(sent) ? sent : newId()
}

/** The same for what could not be read as a request: its first bytes may hold one even so. */
export function requestIdIn(bytes: unknown): string {
  const text = Buffer.isBuffer(bytes) ? bytes.toString('latin1') : ''
  const sent = /\r\nx-request-id:[ \t]*([^\r\n]*?)[ \t]*\r\n/i.exec(text)?.[1]
  return requestId({ headers: { 'x-request-id': sent ?? '' } })
}
