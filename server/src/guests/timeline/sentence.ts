import type { Skipped } from '@millrace/contract/event'
import { reasonInWords } from '@millrace/contract/skip-reason'
import { CLICK_COUNTING, topicField, topicOfField } from '@millrace/contract/topic'
import { type ActivityRow, answerInWords, counted, list, quoted, type Words } from './activity-row.ts'
import { eventSentence } from './event-sentence.ts'
import { stepSentence } from './step-sentence.ts'

/** A row of a guest's activity as a sentence. Pure. */
export function sentenceOf(row: ActivityRow, words: Words): string {
  const { kind, data, workflow_name } = row
  const workflow = quoted(workflow_name ?? 'a deleted workflow')
  switch (kind) {
    case 'event':
      return eventSentence(row, words)
    case 'step':
      return stepSentence(row, words)
    case 'run':
      if (isSkipped(data))
        return `Was due for the workflow ${workflow}, and did not enter: ${reasonInWords(data.skipped, words)}.`
      return data.ended === true ? runEnded(data, workflow) : `Entered the workflow ${workflow}${how(data)}.`
    case 'message':
      return messageSentence(row)
    case 'click': {
      const of = row.label === null ? 'an e-mail' : `the e-mail ${quoted(row.label)}`
      const often = Number(data.clicks) === 1 ? '' : `, ${data.clicks} times so far`
      return `Clicked a link in ${of}: ${data.url}${often}.`
    }
    case 'points': {
      const points = Number(data.points)
      const verb = points < 0 ? 'took away' : 'added'
      return `${data.actor} ${verb} ${counted(Math.abs(points), 'point')}: ${data.reason}`
    }
    case 'consent':
      return consentSentence(data, words)
    case 'edit':
      return `${data.actor} changed ${list((data.fields as string[]).map(fieldInWords))}.`
    case 'merge':
      return mergeSentence(data)
    case 'task':
      return `The task ${quoted(data.title)} was done${data.actor === null ? '' : ` by ${data.actor}`}.`
  }
}

type Data = ActivityRow['data']

function mergeSentence({ actor, undone, merged }: Data): string {
  if (undone === true) return `${actor} undid the merge with another guest.`
  return merged === true
    ? `${actor} merged this guest into another one.`
    : `${actor} merged another guest into this one.`
}

const isSkipped = (data: Data): data is Data & { readonly skipped: Pick<Skipped, 'reason' | 'detail'> } =>
  data.skipped !== undefined

function how({ trigger, segment, left_at }: Data): string {
  switch (trigger) {
    case 'api':
      return ', started through the API'
    case 'dashboard':
      return ', started by a member'
    case 'workflow':
      return ', started by another workflow'
    case 'date':
      return ', by a date'
    case 'absence':
      return ', after an absence'
    case 'segment':
      return `, on ${left_at === undefined ? 'entering' : 'leaving'} the segment ${quoted(segment)}`
    case 'broadcast':
      return `, by a broadcast to the segment ${quoted(segment)}`
    case 'replay':
      return ', by a replay'
    default:
      return ''
  }
}

function runEnded({ status, outcome, reason, error }: Data, workflow: string): string {
  const because = typeof reason === 'string' && reason !== '' ? `: ${reason}` : ''
  if (status === 'failed') return `The workflow ${workflow} failed: ${error ?? 'the reason is not known'}`
  if (status === 'cancelled') return `The workflow ${workflow} was cancelled${because}.`
  if (outcome === 'exited') return `Left the workflow ${workflow} early${because}.`
  return `Finished the workflow ${workflow} with ${outcome === 'failure' ? 'failure' : 'success'}${because}.`
}

function messageSentence({ data, label }: ActivityRow): string {
  const kind = data.channel === 'sms' ? 'SMS' : data.channel === 'webhook' ? 'webhook' : 'e-mail'
  const thing = `The ${kind}${label === null ? '' : ` ${quoted(label)}`}`
  switch (data.status) {
    case 'delivered':
      return data.channel === 'email' ? `${thing} was delivered.` : `${thing} reached the phone.`
    case 'undelivered': {
      const missed = data.channel === 'email' ? 'was not delivered' : 'did not reach the phone'
      return `${thing} ${missed}: ${data.error ?? 'the provider gave no reason'}`
    }
    case 'complaint':
      return `The guest reported the ${kind}${label === null ? '' : ` ${quoted(label)}`} as spam.`
    case 'answered':
      return `The guest answered the question of the ${kind}${label === null ? '' : ` ${quoted(label)}`}: ${answerInWords(data.answer)}.`
    case 'failed':
      return `${thing} could not be delivered: ${data.error ?? 'the reason is not known'}`
    default:
      return `${thing} was cancelled before it was sent.`
  }
}

const consentWords: Record<string, readonly [given: string, taken: string]> = {
  email_consent: ['gave consent to e-mail', 'withdrew consent to e-mail'],
  email_asked: [
    'was asked to confirm the consent to e-mail',
    'was not asked to confirm the consent to e-mail',
  ],
  sms_consent: ['gave consent to SMS', 'withdrew consent to SMS'],
  [topicField(CLICK_COUNTING)]: ['lets clicks be counted again', 'objected to click counting'],
  do_not_contact: ['was marked as do not contact', 'may be contacted again'],
}

function consentSentence(data: Data, words: Words): string {
  const { field, value, how, actor, reason } = data
  const topic = topicOfField(String(field))
  const [given, taken] =
    topic === undefined || topic === CLICK_COUNTING
      ? (consentWords[String(field)] as readonly [string, string])
      : [
          `turned the topic ${quoted(words.topic(topic))} on again`,
          `turned the topic ${quoted(words.topic(topic))} off`,
        ]
  const by = {
    registered: 'given at registration',
    workflow: 'changed by a workflow',
    member: `changed by ${actor}${typeof reason === 'string' ? `, who wrote: ${quoted(reason)}` : ''}`,
    guest: `by ${chosenAt(data)}`,
    integration: `${value === true ? 'given' : 'said'}${where(data)}, sent by ${actor}`,
  }[String(how)]
  return `The guest ${value === true ? given : taken}: ${by}.`
}

/** Where they chose, and by which words; older changes have neither. */
function chosenAt({ stated_where, stated_words }: Data): string {
  if (typeof stated_where !== 'string' || typeof stated_words !== 'string') return 'the address in a message'
  return `${stated_where}, ${quoted(stated_words)}`
}

function where({ stated_where, stated_words, stated_at }: Data): string {
  const at = typeof stated_at === 'string' ? ` on ${stated_at.slice(0, 10)}` : ''
  const place = typeof stated_where === 'string' ? ` at ${quoted(stated_where)}` : ''
  const said = typeof stated_words === 'string' ? ` to ${quoted(stated_words)}` : ''
  return `${at}${place}${said}`
}

const fieldInWords = (field: string) =>
  field.startsWith('attributes.')
    ? `the attribute ${quoted(field.slice('attributes.'.length))}`
    : `the ${field.replaceAll('_', ' ').replace('email', 'e-mail').replace('sms', 'SMS')}`
