import type { NodemailerError } from 'nodemailer'
import { ForbiddenAddress, UnknownHost } from '../guard/guard.ts'
import type { Detail, Outcome } from '../outcome.ts'
import { storableText } from '../storable.ts'

/**
 * An operator or member has to fix this in the settings; retrying every few seconds would not help and may lock the
 * account.
 */
const UNTIL_FIXED_MS = 5 * 60 * 1000
const LONGEST_REPLY = 1_000

/** The code of a refusal after which the address is suppressed. */
export const UNKNOWN_ADDRESS = 'unknown_address'
/**
 * The enhanced status codes (RFC 3463, RFC 7505) for a mailbox, a domain or an address that does not exist, and for one
 * that has moved. A 550 without one can also mean that the sender is blocked, which says nothing about the address.
 */
export const NO_SUCH_ADDRESS = /\b5\.1\.(?:1|2|3|6|10)\b/
const SAYS_NO_SUCH_ADDRESS = new RegExp(`^5\\d\\d[ -]${NO_SUCH_ADDRESS.source}`)

/**
 * The outcome of a failed delivery. Only the server's refusal of this message (5yz for the sender, the recipient or
 * the content) is final. A refused login is retried: the settings can be fixed while the message waits. Where the
 * server was given some of the message and did not answer, nobody knows whether it has taken it.
 */
export function readSendError(error: NodemailerError, durationMs: number, hasBegun = false): Outcome {
  const { responseCode, response, command, code } = error
  const detail: Detail = {
    contacted: !(error instanceof ForbiddenAddress),
    durationMs,
    ...(responseCode === undefined ? {} : { status: responseCode }),
    ...(response === undefined ? {} : { response: storableReply(response) }),
    ...(hasBegun && responseCode === undefined ? { uncertain: true } : {}),
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
    return { kind: 'retry', code: 'auth_failed', message, afterMs: UNTIL_FIXED_MS, detail }
  }
  if (code === 'ETLS' || isTlsError(error)) {
    return retry(
      'tls_failed',
      'No secure connection to the mail server: check its certificate and the settings.',
    )
  }
  if (responseCode !== undefined && responseCode >= 500 && responseCode !== 503) {
    if (command === 'RCPT TO') {
      return SAYS_NO_SUCH_ADDRESS.test(response ?? '')
        ? refused(UNKNOWN_ADDRESS, `The mail server says that the address does not exist (${responseCode}).`)
        : refused('recipient_refused', said('the recipient', responseCode))
    }
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

/** Certificate errors arrive as socket errors with an OpenSSL code. */
function isTlsError(error: NodemailerError & { originalCode?: unknown }): boolean {
  return /CERT|TLS|SSL|ISSUER|SIGNATURE/.test(String(error.originalCode ?? ''))
}
