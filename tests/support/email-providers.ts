import { createHmac, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { FeedbackProvider } from '@millrace/contract/email-feedback'
import type { Email } from 'postal-mime'
import { createGuard } from '../../server/src/channels/guard/guard.ts'
import { createHttpClient } from '../../server/src/channels/http/client.ts'
import { createSns, type Sns } from '../../server/src/feedback/sns.ts'
import { selfSigned } from '../channels/certificate.ts'

/** Simulators of e-mail providers, which report and sign as the providers' public documentation says. */

export type Kind = 'delivered' | 'delayed' | 'soft_bounce' | 'hard_bounce' | 'complaint'

/** What a provider knows of a message: what it got over SMTP. */
export type SentMessage = Pick<Email, 'headers' | 'messageId'> & { readonly to: string }

export interface Request {
  readonly headers: Record<string, string>
  readonly body: string
}

export interface SimulatedProvider {
  readonly name: FeedbackProvider
  /** What an owner pastes into Millrace. */
  readonly key: string
  /** What it says about a message. */
  event(kind: Kind, message: SentMessage): unknown
  /** Signs and packs what it says; several at once where the provider does that. */
  send(...events: unknown[]): Request
}

const header = ({ headers }: SentMessage, name: string) => headers.find(({ key }) => key === name)?.value

const json = { 'content-type': 'application/json' }

/** https://postmarkapp.com/developer/webhooks/bounce-webhook */
export function simulatePostmark(key = 'a password of postmark'.replaceAll(' ', '-')): SimulatedProvider {
  const types = {
    hard_bounce: ['HardBounce', 1, 'Hard bounce'],
    soft_bounce: ['SoftBounce', 4096, 'Soft bounce'],
    delayed: ['Transient', 2, 'Message delayed'],
  } as const
  return {
    name: 'postmark',
    key,
    event(kind, message) {
      const id = header(message, 'x-pm-metadata-millrace-id')
      const about = {
        ID: 42,
        MessageID: randomUUID(),
        ServerID: 23,
        MessageStream: 'outbound',
        Metadata: id === undefined ? {} : { 'millrace-id': id },
      }
      if (kind === 'delivered')
        return { ...about, RecordType: 'Delivery', Recipient: message.to, Details: 'Test delivery' }
      const bounce = { ...about, Email: message.to, Details: '550 5.1.1 unknown user', Inactive: true }
      if (kind === 'complaint')
        return { ...bounce, RecordType: 'SpamComplaint', Type: 'SpamComplaint', TypeCode: 512 }
      const [Type, TypeCode, Name] = types[kind]
      return { ...bounce, RecordType: 'Bounce', Type, TypeCode, Name }
    },
    send: event => ({
      headers: { ...json, authorization: `Basic ${Buffer.from(`millrace:${key}`).toString('base64')}` },
      body: JSON.stringify(event),
    }),
  }
}

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features */
export function simulateSendgrid(): SimulatedProvider {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const events = {
    delivered: { event: 'delivered', response: '250 OK' },
    delayed: { event: 'deferred', response: '400 try again later', attempt: '5' },
    soft_bounce: { event: 'bounce', type: 'blocked', reason: '452 mailbox full', status: '4.2.2' },
    hard_bounce: { event: 'bounce', type: 'bounce', reason: '550 5.1.1 unknown user', status: '5.1.1' },
    complaint: { event: 'spamreport' },
  } as const
  return {
    name: 'sendgrid',
    key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    event(kind, message) {
      const { unique_args = {} } = JSON.parse(header(message, 'x-smtpapi') ?? '{}')
      return {
        ...unique_args,
        email: message.to,
        timestamp: Math.floor(Date.now() / 1_000),
        'smtp-id': message.messageId,
        sg_event_id: randomUUID(),
        ...events[kind],
      }
    },
    send(...all) {
      const body = JSON.stringify(all)
      const time = String(Math.floor(Date.now() / 1_000))
      return {
        headers: {
          ...json,
          'x-twilio-email-event-webhook-timestamp': time,
          'x-twilio-email-event-webhook-signature': sign(
            'sha256',
            Buffer.from(time + body),
            privateKey,
          ).toString('base64'),
        },
        body,
      }
    },
  }
}

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks */
export function simulateMailgun(key = 'key-of-the-mailgun-account'): SimulatedProvider & {
  /** With a chosen time and token. */
  sendAt(event: unknown, at: Date, token?: string): Request
} {
  const events = {
    delivered: { event: 'delivered', 'delivery-status': { code: 250, message: 'OK' } },
    delayed: { event: 'failed', severity: 'temporary', reason: 'generic' },
    soft_bounce: { event: 'failed', severity: 'temporary', reason: 'old' },
    hard_bounce: {
      event: 'failed',
      severity: 'permanent',
      reason: 'bounce',
      'delivery-status': { code: 550, message: '5.1.1 unknown user', description: '' },
    },
    complaint: { event: 'complained' },
  } as const
  function sendAt(event: unknown, at: Date, token = randomBytes(25).toString('hex')): Request {
    const timestamp = String(Math.floor(at.getTime() / 1_000))
    const signature = createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex')
    return {
      headers: json,
      body: JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': event }),
    }
  }
  return {
    name: 'mailgun',
    key,
    event: (kind, message) => ({
      id: randomUUID(),
      timestamp: Date.now() / 1_000,
      recipient: message.to,
      message: { headers: { to: message.to, 'message-id': message.messageId?.slice(1, -1) } },
      'user-variables': JSON.parse(header(message, 'x-mailgun-variables') ?? '{}'),
      ...events[kind],
    }),
    sendAt,
    send: event => sendAt(event, new Date()),
  }
}

const REGION = 'eu-west-1'
const SNS = `sns.${REGION}.amazonaws.com`

/** https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html */
export interface SimulatedSes extends SimulatedProvider {
  /** Reaches the simulator under the name of SNS: with its name, its certificate and the guard, only the port is another. */
  readonly sns: Sns
  /** What was asked of SNS, as paths. */
  readonly asked: string[]
  /** What it answers to a confirmation. */
  confirms: number
  sign(message: Record<string, string>, change?: { version?: '1' | '2'; certificate?: string }): Request
  confirmation(url?: string): Request
  close(): Promise<void>
}

export async function simulateSes({ until }: { until?: Date } = {}): Promise<SimulatedSes> {
  const topic = `arn:aws:sns:${REGION}:123456789012:bounces`
  const signing = selfSigned('sns.amazonaws.com', { kind: 'rsa', ...(until === undefined ? {} : { until }) })
  const tls = selfSigned(SNS)
  const asked: string[] = []
  const path = `/SimpleNotificationService-${randomBytes(16).toString('hex')}.pem`
  const server = createServer(tls, (request, response) => {
    asked.push(request.url ?? '')
    if (request.url === path) response.end(signing.cert)
    else if (request.url?.startsWith('/?Action=ConfirmSubscription')) response.writeHead(ses.confirms).end()
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = createHttpClient({
    guard: createGuard({ allowPrivate: ['127.0.0.0/8'], extraPorts: [port] }, async () => ['127.0.0.1']),
    tls: { ca: tls.cert },
  })
  const events = {
    delivered: { notificationType: 'Delivery', delivery: { smtpResponse: '250 ok' } },
    delayed: { eventType: 'DeliveryDelay', deliveryDelay: { delayType: 'MailboxFull' } },
    soft_bounce: {
      notificationType: 'Bounce',
      bounce: { bounceType: 'Transient', bounceSubType: 'MailboxFull' },
    },
    hard_bounce: {
      notificationType: 'Bounce',
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        bouncedRecipients: [{ status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 unknown user' }],
      },
    },
    complaint: { notificationType: 'Complaint', complaint: { complaintFeedbackType: 'abuse' } },
  } as const
  const ses: SimulatedSes = {
    name: 'ses',
    key: topic,
    asked,
    confirms: 200,
    sns: createSns({
      exchange(owner, request) {
        const url = new URL(request.url)
        url.port = String(port)
        return client.exchange(owner, { ...request, url })
      },
    }),
    event: (kind, message) => ({
      ...events[kind],
      mail: {
        timestamp: new Date().toISOString(),
        messageId: `${randomBytes(8).toString('hex')}-${randomUUID()}-000000`,
        destination: [message.to],
        headersTruncated: false,
        headers: [
          { name: 'From', value: 'Rialto <no-reply@example.com>' },
          ...(message.messageId === undefined ? [] : [{ name: 'Message-ID', value: message.messageId }]),
        ],
      },
    }),
    sign(message, { version = '2', certificate = `https://${SNS}${path}` } = {}) {
      const names =
        message.Type === 'Notification'
          ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
          : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
      const text = names
        .filter(name => message[name] !== undefined)
        .map(name => `${name}\n${message[name]}\n`)
        .join('')
      const Signature = sign(version === '1' ? 'sha1' : 'sha256', Buffer.from(text), signing.key).toString(
        'base64',
      )
      return {
        headers: {
          'content-type': 'text/plain; charset=UTF-8',
          'x-amz-sns-message-type': message.Type as string,
        },
        body: JSON.stringify({
          ...message,
          SignatureVersion: version,
          Signature,
          SigningCertURL: certificate,
          UnsubscribeURL: `https://${SNS}/?Action=Unsubscribe`,
        }),
      }
    },
    send: event =>
      ses.sign({
        Type: 'Notification',
        MessageId: randomUUID(),
        TopicArn: topic,
        Message: typeof event === 'string' ? event : JSON.stringify(event),
        Timestamp: new Date().toISOString(),
      }),
    confirmation: (
      url = `https://${SNS}/?Action=ConfirmSubscription&TopicArn=${encodeURIComponent(topic)}&Token=2336412f37`,
    ) =>
      ses.sign(
        {
          Type: 'SubscriptionConfirmation',
          MessageId: randomUUID(),
          Token: '2336412f37',
          TopicArn: topic,
          Message: `You have chosen to subscribe to the topic ${topic}.`,
          SubscribeURL: url,
          Timestamp: new Date().toISOString(),
        },
        { version: '1' },
      ),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return ses
}
