import { type KeyObject, verify } from 'node:crypto'
import type { ReportKind } from '@millrace/contract/email-feedback'
import { type Heard, type Provider, type Report, refused } from './provider.ts'
import { fieldsOf, listOf, messageIdOf, noteOf, parseJson, textOf } from './read-json.ts'

/**
 * Amazon SES reports through a topic of SNS. Everyone with an AWS account can have SNS sign something, so it is the topic that
 * proves the origin, and its ARN is the key. It also says where the certificate must come from, so that a request cannot
 * make us call another host.
 */
export const ses: Provider = {
  keyFault: key =>
    topicOf(key) === undefined
      ? 'This is not the ARN of an SNS topic, as arn:aws:sns:eu-west-1:123456789012:bounces.'
      : undefined,
  async hear(key, { body, now }, { sns, owner }) {
    const said = fieldsOf(parseJson(body))
    const topic = topicOf(key)
    const signature = textOf(said.Signature)
    const certificateUrl = urlAt(topic?.host, said.SigningCertURL)
    const hash = hashes.get(said.SignatureVersion)
    if (topic === undefined || signature === undefined || hash === undefined) return refused('no_signature')
    if (said.TopicArn !== key) return refused('wrong_topic')
    if (certificateUrl === undefined || !CERTIFICATE.test(certificateUrl.pathname + certificateUrl.search))
      return refused('wrong_signature')
    const certificate = await sns.certificate(owner, certificateUrl)
    if (certificate === undefined) return { kind: 'unavailable' }
    if (new Date(certificate.validFrom) > now || new Date(certificate.validTo) < now)
      return refused('wrong_signature')
    if (!isSigned(said, hash, certificate.publicKey, signature)) return refused('wrong_signature')
    return heard(said, topic, { confirm: url => sns.confirm(owner, url) })
  },
}

interface Topic {
  readonly region: string
  /** Where SNS has its certificates and confirms subscriptions, in this region. */
  readonly host: string
}

function topicOf(arn: string): Topic | undefined {
  const [, partition, region] =
    /^arn:(aws|aws-us-gov|aws-cn):sns:([a-z]{2}(?:-[a-z]+)+-\d+):\d{12}:[\w.-]{1,256}$/.exec(arn) ?? []
  if (region === undefined) return undefined
  return { region, host: `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}` }
}

const CERTIFICATE = /^\/[\w.-]+\.pem$/

function urlAt(host: string | undefined, text: unknown): URL | undefined {
  const url = textOf(text)
  if (url === undefined || !URL.canParse(url)) return undefined
  const read = new URL(url)
  const isThere =
    read.protocol === 'https:' && read.host === host && read.username === '' && read.password === ''
  return isThere ? read : undefined
}

const hashes = new Map<unknown, 'sha1' | 'sha256'>([
  ['1', 'sha1'],
  ['2', 'sha256'],
])

const signedOf = (type: unknown): readonly string[] =>
  type === 'Notification'
    ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
    : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']

function isSigned(
  said: Readonly<Record<string, unknown>>,
  hash: 'sha1' | 'sha256',
  key: KeyObject,
  signature: string,
): boolean {
  const lines = signedOf(said.Type).flatMap(name =>
    typeof said[name] === 'string' ? [`${name}\n${said[name]}\n`] : [],
  )
  if (key.asymmetricKeyType !== 'rsa') return false
  return verify(hash, Buffer.from(lines.join('')), key, Buffer.from(signature, 'base64'))
}

async function heard(
  said: Readonly<Record<string, unknown>>,
  topic: Topic,
  { confirm }: { confirm(url: URL): Promise<boolean> },
): Promise<Heard> {
  switch (said.Type) {
    case 'SubscriptionConfirmation': {
      const url = urlAt(topic.host, said.SubscribeURL)
      if (url === undefined) return refused('wrong_signature')
      return (await confirm(url)) ? { kind: 'reports', reports: [] } : { kind: 'unavailable' }
    }
    case 'Notification':
      // SES also publishes a sentence, to try the topic.
      return { kind: 'reports', reports: [reportOf(parseJson(textOf(said.Message) ?? ''), topic)] }
    default:
      return { kind: 'reports', reports: [] }
  }
}

/** A notification of an identity, or an event of a configuration set: they differ in the name of the type. */
function reportOf(message: unknown, { region }: Topic): Report | undefined {
  const said = fieldsOf(message)
  const kind = kindOf(said)
  if (kind === undefined) return undefined
  const mail = fieldsOf(said.mail)
  const id = textOf(mail.messageId)
  const headers = listOf(mail.headers).map(fieldsOf)
  const original = headers.find(({ name }) => String(name).toLowerCase() === 'message-id')
  return {
    messageId: messageIdOf(original?.value, fieldsOf(mail.commonHeaders).messageId),
    // As it answers a message over SMTP, and as `nodemailer` completes it.
    providerIds: id === undefined ? [] : [region, 'email'].map(host => `<${id}@${host}.amazonses.com>`),
    kind,
    note: kind === 'delivered' ? null : said.bounce === undefined ? null : bounceNote(fieldsOf(said.bounce)),
  }
}

function kindOf(said: Readonly<Record<string, unknown>>): ReportKind | undefined {
  switch (said.notificationType ?? said.eventType) {
    case 'Delivery':
      return 'delivered'
    case 'DeliveryDelay':
      return 'delayed'
    case 'Reject':
      return 'dropped'
    case 'Bounce':
      return fieldsOf(said.bounce).bounceType === 'Permanent' ? 'hard_bounce' : 'soft_bounce'
    case 'Complaint':
      // The guest has moved it out of the folder for spam.
      return fieldsOf(said.complaint).complaintFeedbackType === 'not-spam' ? undefined : 'complaint'
    default:
      return undefined
  }
}

function bounceNote({ bounceSubType, bouncedRecipients }: Readonly<Record<string, unknown>>): string | null {
  const [first] = listOf(bouncedRecipients).map(fieldsOf)
  return noteOf(bounceSubType, first?.diagnosticCode)
}
