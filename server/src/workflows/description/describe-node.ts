import { listInWords, type Names, quoted, valueInWords, workflowInWords } from '@millrace/contract/in-words'
import { classOf, type GuestUpdate, type NodeOf, type WorkflowNode } from '@millrace/contract/node'
import { say, sayCount } from '@millrace/contract/say'
import { fromDataInWords, numberInWords } from '@millrace/contract/value-in-words'
import { listenedInWords } from './describe-listened.ts'
import { untilInWords } from './describe-value.ts'

/** What a node does, as an instruction: "wait 2 hours". Nodes that decide are described elsewhere. */
export function describeNode(node: WorkflowNode, names: Names = {}): string {
  switch (node.type) {
    case 'send_email':
      return node.piece === undefined
        ? say`send the ${classInWords(node)}e-mail ${quoted(node.subject ?? '')}`
        : say`send the ${classInWords(node)}saved e-mail ${quoted(node.piece)}`
    case 'send_sms':
      return say`send the ${classInWords(node)}SMS ${quoted(node.body)}`
    case 'award_points':
      return awardInWords(node.points) + limitInWords(node)
    case 'add_tag':
      return say`add the tag ${quoted(node.tag)}`
    case 'remove_tag':
      return say`remove the tag ${quoted(node.tag)}`
    case 'update_guest':
      return changesInWords(node.changes)
    case 'call_webhook':
      return say`call ${hostOf(node.url)}`
    case 'create_task':
      return say`create the task ${quoted(node.title)}${node.assignee === undefined ? '' : say` for ${node.assignee}`}`
    case 'start_workflow':
      return say`start the workflow ${workflowInWords(node.workflow, names)}`
    case 'wait':
      return say`wait ${untilInWords(node.until)}${movesInWords(node, names)}`
    case 'end':
      return endInWords(node)
    case 'branch':
      return say`decide`
    case 'split':
      return say`split the guests`
    case 'wait_for_task':
      return say`wait for a task`
    case 'wait_for_click':
      return say`wait for a click`
    case 'wait_for_answer':
      return say`wait for an answer`
    case 'wait_for_event':
      return say`wait for an event`
  }
}

/** Marketing is what messages usually are. */
const classInWords = (node: WorkflowNode) => (classOf(node) === 'transactional' ? say`transactional ` : '')

/** ", and again when an event comes from "moved" with the same booking_id". */
function movesInWords({ moves = [] }: NodeOf<'wait'>, names: Names): string {
  if (moves.length === 0) return ''
  return say`, and again when ${moves.map(move => listenedInWords(move, names)).join(say`, or when `)}`
}

function awardInWords(given: NodeOf<'award_points'>['points']): string {
  if (typeof given !== 'number') return say`award points: ${numberInWords(given)}`
  return given < 0 ? say`take ${points(-given)} away` : say`award ${points(given)}`
}

const limitInWords = ({ at_most_a_day: most }: NodeOf<'award_points'>) =>
  most === undefined ? '' : say`, at most ${most} a day`

const points = (amount: number) => sayCount(amount, '# point', '# points')

/** "set" stands once for several changes in a row. */
function changesInWords(changes: readonly GuestUpdate[]): string {
  let setting = false
  return listInWords(
    changes.map(change => {
      const verb = 'plus' in change || setting ? '' : say`set `
      setting = !('plus' in change)
      return verb + changeInWords(change)
    }),
    'and',
  )
}

function changeInWords(change: GuestUpdate): string {
  const field = say`the guest's ${change.field.replace(/^attributes\./, '')}`
  if ('plus' in change) {
    const { plus } = change
    return say`add ${typeof plus === 'number' ? plus : numberInWords(plus)} to ${field}`
  }
  const { value } = change
  const isFromData = typeof value === 'object' && value !== null
  return say`${field} to ${isFromData ? fromDataInWords(value) : valueInWords(value)}`
}

const hostOf = (url: string) => /^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? quoted(url)

function endInWords({ outcome, reason }: NodeOf<'end'>): string {
  const ending = outcome === 'failure' ? say`end as a failure` : say`end`
  return reason === undefined ? ending : `${ending} (${reason})`
}
