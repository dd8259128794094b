import type { Duration } from '@millrace/contract/calendar'
import { sentence } from '@millrace/contract/in-words'
import { say, sayCount } from '@millrace/contract/say'
import { suppressionInWords } from '@millrace/contract/suppression'
import { durationInWords, type MissingValue, missingInWords } from '@millrace/contract/value-in-words'
import { type ActivityRow, answerInWords, list, quoted, type Words } from './activity-row.ts'

type Detail = Readonly<Record<string, unknown>>

interface StepData {
  readonly type: string
  readonly status: 'completed' | 'skipped' | 'failed' | 'waiting'
  readonly detail: Detail
}

/**
 * What a step did, or why it did not, with the rule responsible. `beside` its name, as on the page of a run, the sentence does not
 * repeat it.
 */
export function stepSentence(
  { data, label }: Pick<ActivityRow, 'data' | 'label'>,
  words: Words,
  { beside = false } = {},
): string {
  const { type, status, detail } = data as unknown as StepData
  const thing = thingOf(type, label, detail, beside)
  if (status === 'skipped') return `${thing} ${undone(type)}: ${whySkipped(type, detail, words)}.`
  if (status === 'failed')
    return say`${thing} failed: ${ended(String(detail.message ?? say`the reason is not known`))}`
  if (status === 'waiting') return waiting(type, thing, detail, words)
  if (beside && isDecision(type)) return sentence(way(detail))
  return done(type, thing, label, detail, words)
}

const isDecision = (type: string) => type === 'branch' || type === 'split' || type === 'wait_for_event'

function thingOf(type: string, label: string | null, detail: Detail, beside: boolean): string {
  const name =
    label ?? (type === 'send_email' ? detail.subject : type === 'create_task' ? detail.title : undefined)
  const called = beside || name === undefined ? '' : ` ${quoted(name)}`
  switch (type) {
    case 'send_email':
      return say`The e-mail${called}`
    case 'send_sms':
      return say`The SMS${called}`
    case 'call_webhook':
      return say`The webhook${called}`
    case 'award_points':
      return say`The award of points${called}`
    case 'create_task':
      return say`The task${called}`
    default:
      return say`The step${label === null && !beside ? ` ${quoted(type.replaceAll('_', ' '))}` : called}`
  }
}

const undone = (type: string) =>
  type === 'send_email' || type === 'send_sms' ? say`was not sent` : say`did not happen`

function whySkipped(type: string, detail: Detail, words: Words): string {
  const channel = type === 'send_sms' ? 'SMS' : 'e-mail'
  switch (detail.reason) {
    case 'no_consent':
      return say`the guest has not given consent to ${channel}`
    case 'topic_off':
      return say`the guest has turned the topic ${quoted(words.topic(String(detail.topic)))} off`
    case 'suppressed':
      return say`nothing is sent to the guest’s ${channel === 'SMS' ? say`phone number` : say`e-mail address`}: ${suppressionInWords(detail.suppressed_because)}`
    case 'do_not_contact':
      return say`the guest is marked as do not contact`
    case 'no_address':
      return channel === 'SMS' ? say`the guest has no phone number` : say`the guest has no e-mail address`
    case 'frequency_cap':
      return say`the guest had ${sayCount(Number(detail.sent), '# message', '# messages')} already, and the limit is ${detail.most} within ${durationInWords(detail.within as Duration)}`
    case 'sms_budget_spent':
      return say`the day’s budget of ${detail.budget} SMS was spent`
    case 'points_budget_spent':
      return say`${detail.left} of the day’s budget of ${sayCount(Number(detail.budget), '# point', '# points')} were left`
    case 'no_value':
      return missingInWords(detail as unknown as MissingValue)
    case 'workflow_not_active':
      return say`the workflow that it starts is not active`
    case 'cancelled':
      return say`the run was cancelled`
    case 'exited':
      return say`the guest left the workflow`
    default:
      return String(detail.reason ?? say`the reason is not known`)
  }
}

function waiting(type: string, thing: string, detail: Detail, words: Words): string {
  if (typeof detail.held_until === 'string')
    return say`${thing} waits for the end of quiet hours until ${words.moment(detail.held_until)}.`
  if (type === 'wait_for_task') return say`Waits for a task until ${words.moment(String(detail.until))}.`
  if (type === 'wait_for_click') return say`Waits for a click until ${words.moment(String(detail.until))}.`
  if (type === 'wait_for_answer') return say`Waits for an answer until ${words.moment(String(detail.until))}.`
  if (type === 'wait_for_event') return say`Waits for an event until ${words.moment(String(detail.until))}.`
  if (typeof detail.until === 'string') {
    const moved = detail.moved_by === undefined ? '' : say`, because an event moved it`
    return say`Waits until ${words.moment(detail.until)}${moved}.`
  }
  return say`${thing} is on its way.`
}

function done(type: string, thing: string, label: string | null, detail: Detail, words: Words): string {
  switch (type) {
    case 'send_email':
    case 'send_sms':
      return detail.kept === true
        ? say`${thing} was not sent, because no provider is set up.`
        : say`${thing} was sent.`
    case 'award_points': {
      const points = Number(detail.points)
      const amount = sayCount(Math.abs(points), '# point', '# points')
      return points < 0
        ? say`Took away ${amount}; the balance was ${detail.balance} then.`
        : say`Awarded ${amount}; the balance was ${detail.balance} then.`
    }
    case 'add_tag':
      return detail.already_there === true
        ? say`Had the tag ${quoted(detail.tag)} already.`
        : say`Got the tag ${quoted(detail.tag)}.`
    case 'remove_tag':
      return say`The tag ${quoted(detail.tag)} was removed.`
    case 'update_guest':
      return say`The workflow changed ${list((detail.changed as string[] | undefined) ?? [])}.${leftOut(detail)}`
    case 'create_task':
      return say`${thing} was created for the venue’s staff.`
    case 'start_workflow':
      return say`Started the workflow ${quoted(words.workflow(String(detail.workflow_id)))}.`
    case 'call_webhook':
      return detail.failed === undefined
        ? say`${thing} was called.`
        : say`${thing} failed, and the run took the failure branch.`
    case 'branch':
    case 'split':
    case 'wait_for_event':
      return `${thing} ${way(detail)}.`
    case 'wait_for_task':
      return detail.taken === 'timeout'
        ? say`The task was not done in time.`
        : say`The task was done${typeof detail.done_by === 'string' ? say` by ${detail.done_by}` : ''}.`
    case 'wait_for_click':
      return detail.taken === 'timeout'
        ? say`No link was clicked in time.`
        : say`A link was clicked: ${detail.url}.`
    case 'wait_for_answer':
      return detail.taken === 'timeout'
        ? say`The question was not answered in time.`
        : say`The question was answered: ${answerInWords(detail.answer)}.`
    case 'wait':
      return say`The wait was over.`
    case 'end':
      return label === null ? say`Reached the end of the workflow.` : say`Reached the end ${quoted(label)}.`
    default:
      return say`${thing} was done.`
  }
}

/** The changes of a step whose values were not in the data. */
function leftOut({ left_out }: Detail): string {
  const changes = (left_out ?? []) as readonly (MissingValue & { readonly change: string })[]
  return changes.map(one => say` It left out ${quoted(one.change)}: ${missingInWords(one)}.`).join('')
}

function way(detail: Detail): string {
  const label = detail.label ?? caseOf(detail)?.label
  if (typeof label === 'string') return say`took the branch ${quoted(label)}`
  if (detail.taken === 'timeout') return say`waited, and no event arrived in time`
  if (detail.taken === 'else') return say`took the branch “Otherwise”`
  return say`took branch ${Number(detail.taken) + 1}`
}

/** The case of a branch that was taken, as it was explained. */
const caseOf = ({ taken, cases }: Detail): { readonly label?: unknown } | undefined =>
  typeof taken === 'number' && Array.isArray(cases) ? cases[taken] : undefined

const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)
