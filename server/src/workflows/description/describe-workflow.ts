import { conditionInWords } from '@millrace/contract/condition/in-words'
import { type Names, quoted, sentence } from '@millrace/contract/in-words'
import type { WorkflowNode } from '@millrace/contract/node'
import { say } from '@millrace/contract/say'
import { durationInWords } from '@millrace/contract/value-in-words'
import type { Exit, WorkflowDefinition } from '@millrace/contract/workflow'
import { listenedInWords } from './describe-listened.ts'
import { describeNode } from './describe-node.ts'
import { reEntryInWords, triggerInWords } from './describe-trigger.ts'
import { joins } from './joins.ts'

/** Longer descriptions are not readable as sentences. */
const MOST_STEPS = 40

/** Describes a workflow to its author, in a few sentences. */
export function describeWorkflow(definition: WorkflowDefinition, names: Names = {}): string {
  const { trigger, exits = [] } = definition
  return [
    say`When ${triggerInWords(trigger, names)}: ${stepsInWords(definition, names)}.`,
    ...(trigger.re_entry === undefined ? [] : [sentence(reEntryInWords(trigger.re_entry))]),
    ...(exits.length === 0
      ? []
      : [
          say`A guest leaves at once when ${exits.map(exit => exitInWords(exit, names)).join(say`, or when `)}.`,
        ]),
  ].join(' ')
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
        return add(say`continue with ${quoted(node.label ?? id)}`, false)
      if (described.size >= MOST_STEPS) return add(say`and so on`, false)
      described.add(id)
      const ways = waysOf(node, names)
      const meeting = meetings.get(id)
      if (ways.length === 0) {
        add(describeNode(node, names), false)
        id = meeting
        continue
      }
      const opening = node.type === 'call_webhook' ? `${describeNode(node, names)}; ` : ''
      const inWords = ways.map(({ label, next }) => `${label} (${block(next, meeting) || say`continue`})`)
      add(opening + inWords.join(', '), true)
      id = meeting
    }
    return text

    function add(step: string, decision: boolean): string {
      text += text === '' ? step : `${decided || decision ? say`; then ` : ', '}${step}`
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
          label: `${index === 0 ? say`if` : say`or if`} ${conditionInWords(when, names)}`,
          next,
        })),
        { label: say`otherwise`, next: node.else },
      ]
    case 'split':
      return node.ways.map(({ percent, next }) => ({ label: say`for ${percent} % of the guests`, next }))
    case 'wait_for_event':
      return [
        ...node.events.map((event, index) => ({
          label: `${index === 0 ? say`wait up to ${durationInWords(node.timeout.after)}; if` : say`or if`} ${listenedInWords(event, names)}`,
          next: event.next,
        })),
        { label: say`if nothing comes`, next: node.timeout.next },
      ]
    case 'wait_for_task':
      return [
        {
          label: say`wait up to ${durationInWords(node.timeout.after)}; if the task is done`,
          next: node.next,
        },
        { label: say`if it is not`, next: node.timeout.next },
      ]
    case 'wait_for_click':
      return [
        {
          label: say`wait up to ${durationInWords(node.timeout.after)}; if the guest clicks a link`,
          next: node.next,
        },
        { label: say`if they do not`, next: node.timeout.next },
      ]
    case 'wait_for_answer':
      return [
        {
          label: say`wait up to ${durationInWords(node.timeout.after)}; if the guest answers`,
          next: node.next,
        },
        { label: say`if they do not`, next: node.timeout.next },
      ]
    case 'call_webhook':
      if (node.on_failure === undefined) return []
      return [
        { label: say`if it answers`, next: node.next },
        { label: say`if it does not`, next: node.on_failure },
      ]
    default:
      return []
  }
}
