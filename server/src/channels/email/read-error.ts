import type { NodemailerError } from 'nodemailer'
import { ForbiddenAddress, UnknownHost } from '../guard/guard.ts'
import type { Detail, Outcome } from '../outcome.ts'
import { storableText } from '../storable.ts'

/** A person has to mend this in the settings; trying every few seconds would help nobody and may lock the account. */
const MENDING_MS = 5 * 60 * 1000
const LONGEST_REPLY = 1_000

/**
 * What a failed delivery means. Only the server's word on this message (5yz to the sender, the recipient or the
 * content) ends it. A refused login is tried again: the settings can be mended while the message waits.
 */
export function readSendError(error: NodemailerError, durationMs: number): Outcome {
  const { responseCode, response, command, code } = error
  const detail: Detail = {
    contacted: !(error instanceof ForbiddenAddress),
    durationMs,
    ...(responseCode === undefined ? {} : { status: responseCode }),
    ...(response === undefined ? {} : { response: storableReply(response) }),
  }
  const refused = (name: string, message: string): Outcome => ({
    kind: 'refused',
    code: name,
    message,
    detail,
  })
  const retry = (name: string, message: string): Outcome => ({ kind: 'retry', code: name, message, detail })

  if (error instanceof ForbiddenAddress) return refused('address_forbidden', error.message)
  if (error instanceof UnknownHost) return retry('dns_failed', error.message)
  if (code === 'ETIMEDOUT' || error.name === 'TimeoutError') {
    return retry('timeout', 'The mail server did not answer in time.')
  }
  if (code === 'EAUTH') {
    const message = 'The mail server refused the login. Check the user name and the password in the settings.'
    return { kind: 'retry', code: 'auth_failed', message, afterMs: MENDING_MS, detail }
  }
  if (code === 'ETLS' || isTlsError(error)) {
    return retry(
      'tls_failed',
      'No secure connection to the mail server: check its certificate and the settings.',
    )
  }
  if (responseCode !== undefined && responseCode >= 500 && responseCode !== 503) {
    if (command === 'RCPT TO') return refused('recipient_refused', said('the recipient', responseCode))
    if (command === 'MAIL FROM') return refused('sender_refused', said('the sender', responseCode))
    if (command === 'DATA') return refused('message_refused', said('the message', responseCode))
  }
  if (responseCode !== undefined) {
    return retry(`smtp_${responseCode}`, `The mail server answered ${responseCode} and may take it later.`)
  }
  return retry('connection_failed', 'The connection to the mail server failed.')
}

export const storableReply = (reply: string) => storableText(reply.slice(0, LONGEST_REPLY))

const said = (what: string, status: number) => `The mail server refused ${what} (${status}).`

/** Certificates fail as errors of the socket, with a code of OpenSSL's. */
function isTlsError(error: NodemailerError & { originalCode?: unknown }): boolean {
  return /CERT|TLS|SSL|ISSUER|SIGNATURE/.test(String(error.originalCode ?? ''))
}
