import { suppressionInWords } from '@millrace/contract/suppression'
import { type MissingValue, missingInWords } from '@millrace/contract/value-in-words'
import { type ActivityRow, answerInWords, counted, list, quoted, type Words } from './activity-row.ts'

type Detail = Readonly<Record<string, unknown>>

interface StepData {
  readonly type: string
  readonly status: 'completed' | 'skipped' | 'failed' | 'waiting'
  readonly detail: Detail
}

/** What a step did, or why it did not, with the rule responsible. */
export function stepSentence({ data, label }: Pick<ActivityRow, 'data' | 'label'>, words: Words): string {
  const { type, status, detail } = data as unknown as StepData
  const thing = thingOf(type, label, detail)
  if (status === 'skipped') return `${thing} ${undone(type)}: ${whySkipped(type, detail, words)}.`
  if (status === 'failed')
    return `${thing} failed: ${ended(String(detail.message ?? 'the reason is not known'))}`
  if (status === 'waiting') return waiting(type, thing, detail, words)
  return done(type, thing, label, detail, words)
}

function thingOf(type: string, label: string | null, detail: Detail): string {
  const name = label ?? (type === 'send_email' ? detail.subject : undefined)
  const called = name === undefined ? '' : ` ${quoted(name)}`
  switch (type) {
    case 'send_email':
      return `The e-mail${called}`
    case 'send_sms':
      return `The SMS${called}`
    case 'call_webhook':
      return `The webhook${called}`
    case 'award_points':
      return `The award of points${called}`
    case 'create_task':
      return `The task ${quoted(label ?? detail.title ?? '')}`
    default:
      return `The step${label === null ? ` ${quoted(type.replaceAll('_', ' '))}` : called}`
  }
}

const undone = (type: string) =>
  type === 'send_email' || type === 'send_sms' ? 'was not sent' : 'did not happen'

function whySkipped(type: string, detail: Detail, words: Words): string {
  const channel = type === 'send_sms' ? 'SMS' : 'e-mail'
  switch (detail.reason) {
    case 'no_consent':
      return `the guest has not given consent to ${channel}`
    case 'topic_off':
      return `the guest has turned the topic ${quoted(words.topic(String(detail.topic)))} off`
    case 'suppressed':
      return `nothing is sent to the guest’s ${channel === 'SMS' ? 'phone number' : 'e-mail address'}: ${suppressionInWords(detail.suppressed_because)}`
    case 'do_not_contact':
      return 'the guest is marked as do not contact'
    case 'no_address':
      return channel === 'SMS' ? 'the guest has no phone number' : 'the guest has no e-mail address'
    case 'frequency_cap':
      return `the guest had ${counted(Number(detail.sent), 'message')} already, and the limit is ${detail.most} within ${within(detail.within)}`
    case 'sms_budget_spent':
      return `the day’s budget of ${detail.budget} SMS was spent`
    case 'points_budget_spent':
      return `${detail.left} of the day’s budget of ${counted(Number(detail.budget), 'point')} were left`
    case 'no_value':
      return missingInWords(detail as unknown as MissingValue)
    case 'workflow_not_active':
      return 'the workflow that it starts is not active'
    case 'cancelled':
      return 'the run was cancelled'
    case 'exited':
      return 'the guest left the workflow'
    default:
      return String(detail.reason ?? 'the reason is not known')
  }
}

function within(duration: unknown): string {
  const { amount, unit } = duration as { amount: number; unit: string }
  return counted(amount, unit.slice(0, -1), unit)
}

function waiting(type: string, thing: string, detail: Detail, words: Words): string {
  if (typeof detail.held_until === 'string')
    return `${thing} waits for the end of quiet hours until ${words.moment(detail.held_until)}.`
  if (type === 'wait_for_task') return `Waits for a task until ${words.moment(String(detail.until))}.`
  if (type === 'wait_for_click') return `Waits for a click until ${words.moment(String(detail.until))}.`
  if (type === 'wait_for_answer') return `Waits for an answer until ${words.moment(String(detail.until))}.`
  if (type === 'wait_for_event') return `Waits for an event until ${words.moment(String(detail.until))}.`
  if (typeof detail.until === 'string') {
    const moved = detail.moved_by === undefined ? '' : ', because an event moved it'
    return `Waits until ${words.moment(detail.until)}${moved}.`
  }
  return `${thing} is on its way.`
}

function done(type: string, thing: string, label: string | null, detail: Detail, words: Words): string {
  switch (type) {
    case 'send_email':
    case 'send_sms':
      return detail.kept === true
        ? `${thing} was not sent, because no provider is set up.`
        : `${thing} was sent.`
    case 'award_points': {
      const points = Number(detail.points)
      const verb = points < 0 ? 'Took away' : 'Awarded'
      return `${verb} ${counted(Math.abs(points), 'point')}; the balance was ${detail.balance} then.`
    }
    case 'add_tag':
      return detail.already_there === true
        ? `Had the tag ${quoted(detail.tag)} already.`
        : `Got the tag ${quoted(detail.tag)}.`
    case 'remove_tag':
      return `The tag ${quoted(detail.tag)} was removed.`
    case 'update_guest':
      return `The workflow changed ${list((detail.changed as string[] | undefined) ?? [])}.${leftOut(detail)}`
    case 'create_task':
      return `${thing} was created for the venue’s staff.`
    case 'start_workflow':
      return `Started the workflow ${quoted(words.workflow(String(detail.workflow_id)))}.`
    case 'call_webhook':
      return detail.failed === undefined
        ? `${thing} was called.`
        : `${thing} failed, and the run took the failure branch.`
    case 'branch':
    case 'split':
    case 'wait_for_event':
      return `${thing} ${way(detail)}.`
    case 'wait_for_task':
      return detail.taken === 'timeout'
        ? 'The task was not done in time.'
        : `The task was done${typeof detail.done_by === 'string' ? ` by ${detail.done_by}` : ''}.`
    case 'wait_for_click':
      return detail.taken === 'timeout'
        ? 'No link was clicked in time.'
        : `A link was clicked: ${detail.url}.`
    case 'wait_for_answer':
      return detail.taken === 'timeout'
        ? 'The question was not answered in time.'
        : `The question was answered: ${answerInWords(detail.answer)}.`
    case 'wait':
      return 'The wait was over.'
    case 'end':
      return label === null ? 'Came to the end of the workflow.' : `Came to the end ${quoted(label)}.`
    default:
      return `${thing} was done.`
  }
}

/** The changes of a step whose values were not in the data. */
function leftOut({ left_out }: Detail): string {
  const changes = (left_out ?? []) as readonly (MissingValue & { readonly change: string })[]
  return changes.map(one => ` It left out ${quoted(one.change)}: ${missingInWords(one)}.`).join('')
}

function way(detail: Detail): string {
  const label = detail.label ?? caseOf(detail)?.label
  if (typeof label === 'string') return `took the branch ${quoted(label)}`
  if (detail.taken === 'timeout') return 'waited, and no event arrived in time'
  if (detail.taken === 'else') return 'took the branch “Otherwise”'
  return `took branch ${Number(detail.taken) + 1}`
}

/** The case of a branch that was taken, as it was explained. */
const caseOf = ({ taken, cases }: Detail): { readonly label?: unknown } | undefined =>
  typeof taken === 'number' && Array.isArray(cases) ? cases[taken] : undefined

const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)
