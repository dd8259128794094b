import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { createMailer } from '../../server/src/channels/email/mailer.ts'
import type { EmailMessage } from '../../server/src/channels/email/message.ts'
import type { SmtpTimes } from '../../server/src/channels/email/pools.ts'
import type { SmtpSettings } from '../../server/src/channels/email/settings.ts'
import { createGuard } from '../../server/src/channels/guard/guard.ts'
import { selfSigned } from './certificate.ts'

export const certificate = selfSigned('mail.example.com')

export interface Mail {
  readonly sender: string
  readonly recipients: string[]
  readonly raw: string
  readonly parsed: Email
}

/** A mail server on this machine that keeps what it gets. Every name leads to it. */
export async function mailServer(options: SMTPServerOptions = {}) {
  const mails: Mail[] = []
  let connections = 0
  const server = new SMTPServer({
    ...certificate,
    authOptional: true,
    logger: false,
    async onData(stream, { envelope }, done) {
      let raw: string
      try {
        raw = await text(stream)
      } catch {
        // The sender has gone in the middle, and so has the e-mail.
        return done()
      }
      mails.push({
        sender: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
        recipients: envelope.rcptTo.map(({ address }) => address),
        raw,
        parsed: await PostalMime.parse(raw),
      })
      done()
    },
    ...options,
  })
  server.on('error', () => {})
  server.server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    port,
    connections: () => connections,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

export function mailerFor({ port }: { port: number }, times?: SmtpTimes) {
  const policy = { allowPrivate: ['127.0.0.1'], extraPorts: [port] }
  const mailer = createMailer(
    createGuard(policy, async () => ['127.0.0.1']),
    times,
  )
  const settings: SmtpSettings = {
    host: 'mail.example.com',
    port,
    security: 'starttls',
    certificateAuthority: certificate.cert,
  }
  return {
    ...mailer,
    send: (message: Partial<EmailMessage> = {}, changes: Partial<SmtpSettings> = {}) =>
      mailer.sendEmail({ ...settings, ...changes }, { ...email, ...message }),
  }
}

export const email: EmailMessage = {
  id: '0198c0de-0000-7000-8000-000000000001',
  organisationId: 'organisation',
  from: { name: 'Rialto, "the" Venue', address: 'hello@rialto.example.com' },
  to: { name: 'Zoë Łoś', address: 'zoe@guests.example.com' },
  replyTo: { address: 'desk@rialto.example.com' },
  subject: 'Grüße für dich 🎟',
  html: '<h1>Hello</h1><p>Your <a href="https://rialto.example.com/t">ticket</a> &amp; more</p>',
  unsubscribeUrl: 'https://millrace.example.com/unsubscribe/abc',
  at: new Date('2026-03-01T12:00:00Z'),
}
