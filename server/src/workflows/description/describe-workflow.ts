import { type BroadcastRule, isSentByHand } from '@millrace/contract/broadcast'
import { broadcastTimeInWords, paceInWords } from '@millrace/contract/broadcast-in-words'
import { conditionInWords } from '@millrace/contract/condition/in-words'
import { listInWords, type Names, quoted, segmentInWords, venueInWords } from '@millrace/contract/in-words'
import type { WorkflowNode } from '@millrace/contract/node'
import { durationInWords } from '@millrace/contract/value-in-words'
import {
  type DateRule,
  dateName,
  type Exit,
  hoursAfter,
  type ReEntry,
  type SegmentRule,
  type Trigger,
  type WorkflowDefinition,
} from '@millrace/contract/workflow'
import { conditionAfter, eventInWords, listenedInWords } from './describe-listened.ts'
import { describeNode } from './describe-node.ts'
import { joins } from './joins.ts'

/** Longer descriptions are not readable as sentences. */
const MOST_STEPS = 40

/** Describes a workflow to its author, in a few sentences. */
export function describeWorkflow(definition: WorkflowDefinition, names: Names = {}): string {
  const { trigger, exits = [] } = definition
  return [
    `When ${triggerInWords(trigger, names)}: ${stepsInWords(definition, names)}.`,
    ...(trigger.re_entry === undefined ? [] : [reEntryInWords(trigger.re_entry)]),
    ...(exits.length === 0
      ? []
      : [`A guest leaves at once when ${exits.map(exit => exitInWords(exit, names)).join(', or when ')}.`]),
  ].join(' ')
}

function triggerInWords(trigger: Trigger, names: Names): string {
  const { when, venues } = trigger
  const where =
    venues === undefined
      ? 'at any venue'
      : `at ${listInWords(
          venues.map(serial => venueInWords(serial, names)),
          'or',
        )}`
  if ('date' in trigger) {
    const whose = venues === undefined ? '' : `, for guests who have been ${where}`
    return `${dateInWords(trigger.date)}${whose}${conditionAfter(when, names)}`
  }
  if ('absence' in trigger) {
    const { days, time } = trigger.absence
    const long = durationInWords({ amount: days, unit: 'days' })
    return `a guest has not been ${where} for ${long}, at ${time}${conditionAfter(when, names)}`
  }
  if ('segment' in trigger) {
    const whose = venues === undefined ? '' : `, for guests who have been ${where}`
    return `${segmentMoveInWords(trigger.segment, names)}${whose}${conditionAfter(when, names)}`
  }
  if ('broadcast' in trigger) {
    const whose = venues === undefined ? '' : `, for guests who have been ${where}`
    return `${broadcastInWords(trigger.broadcast, names)}${whose}${conditionAfter(when, names)}`
  }
  const { source, listener } = trigger
  const beside = listener ? ', as one of several workflows,' : ''
  return `${eventInWords(source)}${beside} ${where}${conditionAfter(when, names)}`
}

/** "it is 7 days before the guest's birthday, every year at 10:00", "it is 3 hours after the guest's last visit". */
function dateInWords(rule: DateRule): string {
  const { repeats, days_before, days_after, time } = rule
  const hours = hoursAfter(rule)
  const days = days_before ?? days_after
  const moved =
    hours !== undefined
      ? `${durationInWords({ amount: Math.abs(hours), unit: 'hours' })} ${hours < 0 ? 'before' : 'after'} `
      : days !== undefined
        ? `${durationInWords({ amount: days, unit: 'days' })} ${days_before ? 'before' : 'after'} `
        : ''
  const clock = hours === undefined ? ` at ${time}` : ''
  return `it is ${moved}the guest's ${dateName(rule)}${repeats === 'yearly' ? ', every year' : ''}${clock}`
}

/** "a guest enters the segment "Regulars", and for those who are in it already". */
const segmentMoveInWords = ({ id, on, already_in }: SegmentRule, names: Names): string =>
  `a guest ${on} the segment ${segmentInWords(id, names)}${already_in === 'start' ? ', and for those who are in it already' : ''}`

/** "it is sent to the segment "Regulars", every Friday at 16:00 by the venue's clock, at most 500 guests an hour". */
function broadcastInWords(rule: BroadcastRule, names: Names): string {
  const pace = rule.pace === undefined ? '' : `, ${paceInWords(rule.pace)}`
  const time = isSentByHand(rule) ? 'by a member' : broadcastTimeInWords(rule)
  return `it is sent to the segment ${segmentInWords(rule.segment, names)}, ${time}${pace}`
}

function reEntryInWords({ within, per }: ReEntry): string {
  const where = per === 'guest_and_venue' ? ' at each venue' : ''
  return `A guest enters${where} ${within === null ? 'once' : `at most once in ${durationInWords(within)}`}.`
}

function exitInWords(exit: Exit, names: Names): string {
  return exit.on === 'event' ? listenedInWords(exit, names) : conditionInWords(exit.when, names)
}

interface Way {
  readonly label: string
  readonly next: string
}

function stepsInWords({ start, nodes }: WorkflowDefinition, names: Names): string {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const meetings = joins(byId)
  const described = new Set<string>()
  return block(start, undefined)

  /** From a node to the node where the ways of an earlier decision meet again. */
  function block(from: string, until: string | undefined): string {
    let text = ''
    let decided = false
    let id: string | undefined = from
    while (id !== undefined && id !== until) {
      const node = byId.get(id)
      if (node === undefined) break
      if (described.has(id) && node.type !== 'end')
        return add(`continue with ${quoted(node.label ?? id)}`, false)
      if (described.size >= MOST_STEPS) return add('and so on', false)
      described.add(id)
      const ways = waysOf(node, names)
      const meeting = meetings.get(id)
      if (ways.length === 0) {
        add(describeNode(node, names), false)
        id = meeting
        continue
      }
      const opening = node.type === 'call_webhook' ? `${describeNode(node, names)}; ` : ''
      const inWords = ways.map(({ label, next }) => `${label} (${block(next, meeting) || 'continue'})`)
      add(opening + inWords.join(', '), true)
      id = meeting
    }
    return text

    function add(step: string, decision: boolean): string {
      text += text === '' ? step : `${decided || decision ? '; then ' : ', '}${step}`
      decided = decision
      return text
    }
  }
}

/** For a node that decides, each way with its condition; empty for all others. */
function waysOf(node: WorkflowNode, names: Names): Way[] {
  switch (node.type) {
    case 'branch':
      return [
        ...node.cases.map(({ when, next }, index) => ({
          label: `${index === 0 ? 'if' : 'or if'} ${conditionInWords(when, names)}`,
          next,
        })),
        { label: 'otherwise', next: node.else },
      ]
    case 'split':
      return node.ways.map(({ percent, next }) => ({ label: `for ${percent} % of the guests`, next }))
    case 'wait_for_event':
      return [
        ...node.events.map((event, index) => ({
          label: `${index === 0 ? `wait up to ${durationInWords(node.timeout.after)}; if` : 'or if'} ${listenedInWords(event, names)}`,
          next: event.next,
        })),
        { label: 'if nothing comes', next: node.timeout.next },
      ]
    case 'wait_for_task':
      return [
        { label: `wait up to ${durationInWords(node.timeout.after)}; if the task is done`, next: node.next },
        { label: 'if it is not', next: node.timeout.next },
      ]
    case 'call_webhook':
      if (node.on_failure === undefined) return []
      return [
        { label: 'if it answers', next: node.next },
        { label: 'if it does not', next: node.on_failure },
      ]
    default:
      return []
  }
}
