import type { Skipped } from '@millrace/contract/event'
import { phrase, say, sayCount, sayPhrase } from '@millrace/contract/say'
import { reasonInWords } from '@millrace/contract/skip-reason'
import { CLICK_COUNTING, topicField, topicOfField } from '@millrace/contract/topic'
import { type ActivityRow, answerInWords, list, quoted, type Words } from './activity-row.ts'
import { eventSentence } from './event-sentence.ts'
import { stepSentence } from './step-sentence.ts'

/** A row of a guest's activity as a sentence. Pure. */
export function sentenceOf(row: ActivityRow, words: Words): string {
  const { kind, data, workflow_name } = row
  const workflow = quoted(workflow_name ?? say`a deleted workflow`)
  switch (kind) {
    case 'event':
      return eventSentence(row, words)
    case 'step':
      return stepSentence(row, words)
    case 'run':
      if (isSkipped(data))
        return say`Was due for the workflow ${workflow}, and did not enter: ${reasonInWords(data.skipped, words)}.`
      return data.ended === true
        ? runEnded(data, workflow)
        : say`Entered the workflow ${workflow}${how(data)}.`
    case 'message':
      return messageSentence(row)
    case 'click': {
      const of = row.label === null ? say`an e-mail` : say`the e-mail ${quoted(row.label)}`
      const often = Number(data.clicks) === 1 ? '' : say`, ${data.clicks} times so far`
      return say`Clicked a link in ${of}: ${data.url}${often}.`
    }
    case 'points': {
      const points = Number(data.points)
      const amount = sayCount(Math.abs(points), '# point', '# points')
      return points < 0
        ? say`${data.actor} took away ${amount}: ${data.reason}`
        : say`${data.actor} added ${amount}: ${data.reason}`
    }
    case 'consent':
      return consentSentence(data, words)
    case 'edit':
      return say`${data.actor} changed ${list((data.fields as string[]).map(fieldInWords))}.`
    case 'merge':
      return mergeSentence(data)
    case 'task':
      return say`The task ${quoted(data.title)} was done${data.actor === null ? '' : say` by ${data.actor}`}.`
  }
}

type Data = ActivityRow['data']

function mergeSentence({ actor, undone, merged }: Data): string {
  if (undone === true) return say`${actor} undid the merge with another guest.`
  return merged === true
    ? say`${actor} merged this guest into another one.`
    : say`${actor} merged another guest into this one.`
}

const isSkipped = (data: Data): data is Data & { readonly skipped: Pick<Skipped, 'reason' | 'detail'> } =>
  data.skipped !== undefined

function how({ trigger, segment, left_at }: Data): string {
  switch (trigger) {
    case 'api':
      return say`, started through the API`
    case 'dashboard':
      return say`, started by a member`
    case 'workflow':
      return say`, started by another workflow`
    case 'date':
      return say`, by a date`
    case 'absence':
      return say`, after an absence`
    case 'segment':
      return left_at === undefined
        ? say`, on entering the segment ${quoted(segment)}`
        : say`, on leaving the segment ${quoted(segment)}`
    case 'broadcast':
      return say`, by a broadcast to the segment ${quoted(segment)}`
    case 'replay':
      return say`, by a replay`
    default:
      return ''
  }
}

function runEnded({ status, outcome, reason, error }: Data, workflow: string): string {
  const because = typeof reason === 'string' && reason !== '' ? `: ${reason}` : ''
  if (status === 'failed')
    return say`The workflow ${workflow} failed: ${error ?? say`the reason is not known`}`
  if (status === 'cancelled') return say`The workflow ${workflow} was cancelled${because}.`
  if (outcome === 'exited') return say`Left the workflow ${workflow} early${because}.`
  return outcome === 'failure'
    ? say`Finished the workflow ${workflow} with failure${because}.`
    : say`Finished the workflow ${workflow} with success${because}.`
}

function messageSentence({ data, label }: ActivityRow): string {
  if (data.status === 'received') return say`The guest wrote by SMS: ${quoted(data.body)}`
  const kind = data.channel === 'sms' ? 'SMS' : data.channel === 'webhook' ? 'webhook' : 'e-mail'
  const thing = say`The ${kind}${label === null ? '' : ` ${quoted(label)}`}`
  switch (data.status) {
    case 'delivered':
      return data.channel === 'email' ? say`${thing} was delivered.` : say`${thing} reached the phone.`
    case 'undelivered': {
      const missed = data.channel === 'email' ? say`was not delivered` : say`did not reach the phone`
      return `${thing} ${missed}: ${data.error ?? say`the provider gave no reason`}`
    }
    case 'complaint':
      return say`The guest reported the ${kind}${label === null ? '' : ` ${quoted(label)}`} as spam.`
    case 'answered':
      return say`The guest answered the question of the ${kind}${label === null ? '' : ` ${quoted(label)}`}: ${answerInWords(data.answer)}.`
    case 'failed':
      return say`${thing} could not be delivered: ${data.error ?? say`the reason is not known`}`
    default:
      return say`${thing} was cancelled before it was sent.`
  }
}

const consentWords: Record<string, readonly [given: string, taken: string]> = {
  email_consent: [phrase`gave consent to e-mail`, phrase`withdrew consent to e-mail`],
  email_asked: [
    phrase`was asked to confirm the consent to e-mail`,
    phrase`was not asked to confirm the consent to e-mail`,
  ],
  sms_consent: [phrase`gave consent to SMS`, phrase`withdrew consent to SMS`],
  [topicField(CLICK_COUNTING)]: [phrase`lets clicks be counted again`, phrase`objected to click counting`],
  do_not_contact: [phrase`was marked as do not contact`, phrase`may be contacted again`],
}

function consentSentence(data: Data, words: Words): string {
  const { field, value, how, actor, reason } = data
  const topic = topicOfField(String(field))
  const [given, taken] =
    topic === undefined || topic === CLICK_COUNTING
      ? (consentWords[String(field)] as readonly [string, string])
      : [
          say`turned the topic ${quoted(words.topic(topic))} on again`,
          say`turned the topic ${quoted(words.topic(topic))} off`,
        ]
  const by = {
    registered: say`given at registration`,
    workflow: say`changed by a workflow`,
    member: say`changed by ${actor}${typeof reason === 'string' ? say`, who wrote: ${quoted(reason)}` : ''}`,
    guest: say`by ${chosenAt(data)}`,
    integration:
      value === true ? say`given${where(data)}, sent by ${actor}` : say`said${where(data)}, sent by ${actor}`,
  }[String(how)]
  return say`The guest ${sayPhrase(value === true ? given : taken)}: ${by}.`
}

/** Where they chose, and by which words; older changes have neither. */
function chosenAt({ stated_where, stated_words }: Data): string {
  if (typeof stated_where !== 'string' || typeof stated_words !== 'string')
    return say`the address in a message`
  return `${stated_where}, ${quoted(stated_words)}`
}

function where({ stated_where, stated_words, stated_at }: Data): string {
  const at = typeof stated_at === 'string' ? say` on ${stated_at.slice(0, 10)}` : ''
  const place = typeof stated_where === 'string' ? say` at ${quoted(stated_where)}` : ''
  const said = typeof stated_words === 'string' ? say` to ${quoted(stated_words)}` : ''
  return `${at}${place}${said}`
}

const fieldNames: Readonly<Record<string, string>> = {
  external_id: phrase`the external id`,
  name: phrase`the name`,
  email: phrase`the e-mail`,
  phone: phrase`the phone`,
  tags: phrase`the tags`,
  email_consent: phrase`the e-mail consent`,
  sms_consent: phrase`the SMS consent`,
  do_not_contact: phrase`whether they may be contacted`,
}

function fieldInWords(field: string): string {
  if (field.startsWith('attributes.')) return say`the attribute ${quoted(field.slice('attributes.'.length))}`
  const known = fieldNames[field]
  return known === undefined ? say`the ${field.replaceAll('_', ' ')}` : sayPhrase(known)
}
