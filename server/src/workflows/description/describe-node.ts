import { listInWords, type Names, quoted, valueInWords, workflowInWords } from '@millrace/contract/in-words'
import { classOf, type GuestUpdate, type NodeOf, type WorkflowNode } from '@millrace/contract/node'
import { fromDataInWords, numberInWords } from '@millrace/contract/value-in-words'
import { listenedInWords } from './describe-listened.ts'
import { untilInWords } from './describe-value.ts'

/** What a node does, as an instruction: "wait 2 hours". Nodes that decide are described elsewhere. */
export function describeNode(node: WorkflowNode, names: Names = {}): string {
  switch (node.type) {
    case 'send_email':
      return node.piece === undefined
        ? `send the ${classInWords(node)}e-mail ${quoted(node.subject ?? '')}`
        : `send the ${classInWords(node)}saved e-mail ${quoted(node.piece)}`
    case 'send_sms':
      return `send the ${classInWords(node)}SMS ${quoted(node.body)}`
    case 'award_points':
      return awardInWords(node.points) + limitInWords(node)
    case 'add_tag':
      return `add the tag ${quoted(node.tag)}`
    case 'remove_tag':
      return `remove the tag ${quoted(node.tag)}`
    case 'update_guest':
      return changesInWords(node.changes)
    case 'call_webhook':
      return `call ${hostOf(node.url)}`
    case 'create_task':
      return `create the task ${quoted(node.title)}${node.assignee === undefined ? '' : ` for ${node.assignee}`}`
    case 'start_workflow':
      return `start the workflow ${workflowInWords(node.workflow, names)}`
    case 'wait':
      return `wait ${untilInWords(node.until)}${movesInWords(node, names)}`
    case 'end':
      return endInWords(node)
    case 'branch':
      return 'decide'
    case 'split':
      return 'split the guests'
    case 'wait_for_task':
      return 'wait for a task'
    case 'wait_for_click':
      return 'wait for a click'
    case 'wait_for_answer':
      return 'wait for an answer'
    case 'wait_for_event':
      return 'wait for an event'
  }
}

/** Marketing is what messages usually are. */
const classInWords = (node: WorkflowNode) => (classOf(node) === 'transactional' ? 'transactional ' : '')

/** ", and again when an event comes from "moved" with the same booking_id". */
function movesInWords({ moves = [] }: NodeOf<'wait'>, names: Names): string {
  if (moves.length === 0) return ''
  return `, and again when ${moves.map(move => listenedInWords(move, names)).join(', or when ')}`
}

function awardInWords(given: NodeOf<'award_points'>['points']): string {
  if (typeof given !== 'number') return `award points: ${numberInWords(given)}`
  return given < 0 ? `take ${points(-given)} away` : `award ${points(given)}`
}

const limitInWords = ({ at_most_a_day: most }: NodeOf<'award_points'>) =>
  most === undefined ? '' : `, at most ${most} a day`

const points = (amount: number) => `${amount} ${amount === 1 ? 'point' : 'points'}`

/** "set" stands once for several changes in a row. */
function changesInWords(changes: readonly GuestUpdate[]): string {
  let setting = false
  return listInWords(
    changes.map(change => {
      const verb = 'plus' in change || setting ? '' : 'set '
      setting = !('plus' in change)
      return verb + changeInWords(change)
    }),
    'and',
  )
}

function changeInWords(change: GuestUpdate): string {
  const field = `the guest's ${change.field.replace(/^attributes\./, '')}`
  if ('plus' in change) {
    const { plus } = change
    return `add ${typeof plus === 'number' ? plus : numberInWords(plus)} to ${field}`
  }
  const { value } = change
  const isFromData = typeof value === 'object' && value !== null
  return `${field} to ${isFromData ? fromDataInWords(value) : valueInWords(value)}`
}

const hostOf = (url: string) => /^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? quoted(url)

function endInWords({ outcome, reason }: NodeOf<'end'>): string {
  const ending = outcome === 'failure' ? 'end as a failure' : 'end'
  return reason === undefined ? ending : `${ending} (${reason})`
}
