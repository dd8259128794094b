import { questionOf } from '@millrace/contract/email-blocks'
import { translated } from '@millrace/contract/in-language'
import type { GuestUpdate, NodeOf, WorkflowNode } from '@millrace/contract/node'
import { isPhone } from '@millrace/contract/phone'
import { emailFaults } from './email-faults.ts'
import { type Fault, faultsWithin } from './fault.ts'
import type { Part } from './read-parts.ts'
import type { Scope, Scopes } from './scope.ts'
import { templateFaults } from './template-faults.ts'
import { valueFaults } from './value-faults.ts'
import { type OutboundChecks, webhookFaults } from './webhook-faults.ts'

/** The faults of single nodes that have the shape of their type. */
export function nodeFaults(
  nodes: readonly Part<WorkflowNode>[],
  scopes: Scopes,
  checks: OutboundChecks,
): Fault[] {
  return nodes.flatMap(({ path, value: node }) =>
    [
      ...ownFaults(node, checks),
      ...taskFaults(node, scopes.at(node.id)),
      ...clickFaults(node, scopes.at(node.id)),
      ...valueFaults(node, scopes.at(node.id)),
      ...templateFaults(node, scopes.at(node.id)),
    ].map(fault => ({ ...fault, path: `${path}.${fault.path}`, node: node.id })),
  )
}

function ownFaults(node: WorkflowNode, checks: OutboundChecks): Fault[] {
  switch (node.type) {
    case 'send_email':
      return [
        ...emailFaults(node),
        ...translated(node).flatMap(({ node: inner, path }) => faultsWithin(emailFaults(inner), path)),
        ...questionFaults(node),
        ...replyFaults(node),
        ...topicFaults(node),
      ]
    case 'send_sms':
      return topicFaults(node)
    case 'split':
      return splitFaults(node)
    case 'update_guest':
      return changeFaults(node)
    case 'call_webhook':
      return webhookFaults(node, checks)
    case 'start_workflow':
      return parameterFaults(node)
    case 'wait':
      return moveFaults(node)
    default:
      return []
  }
}

function splitFaults({ ways }: NodeOf<'split'>): Fault[] {
  const sum = ways.reduce((total, { percent }) => total + percent, 0)
  if (sum === 100) return []
  return [{ path: 'ways', message: `The ways of a split are 100 percent together; these are ${sum}.` }]
}

function taskFaults(node: WorkflowNode, { tasks }: Scope): Fault[] {
  if (node.type !== 'wait_for_task') return []
  return node.tasks.flatMap((task, index) =>
    tasks.has(task)
      ? []
      : [{ path: `tasks.${index}`, message: `No create_task node "${task}" comes before this one.` }],
  )
}

function clickFaults(node: WorkflowNode, { emails, questions }: Scope): Fault[] {
  if (node.type === 'wait_for_answer' && !questions.has(node.email))
    return [
      {
        path: 'email',
        message: `No send_email node "${node.email}" with a question comes before this one.`,
      },
    ]
  if (node.type !== 'wait_for_click') return []
  return [
    ...(emails.has(node.email)
      ? []
      : [{ path: 'email', message: `No send_email node "${node.email}" comes before this one.` }]),
    ...(node.url === undefined || (/^https?:\/\//i.test(node.url) && URL.canParse(node.url))
      ? []
      : [{ path: 'url', message: 'The address begins with https:// and has no template.' }]),
  ]
}

function parameterFaults({ parameters = [] }: NodeOf<'start_workflow'>): Fault[] {
  const seen = new Set<string>()
  return parameters.flatMap(({ key }, index) => {
    const twice = seen.has(key)
    seen.add(key)
    return twice
      ? [{ path: `parameters.${index}.key`, message: `The parameter "${key}" is there twice.` }]
      : []
  })
}

function moveFaults({ until, moves }: NodeOf<'wait'>): Fault[] {
  if (moves === undefined || !('at' in until)) return []
  return [
    { path: 'moves', message: 'A wait until a fixed date is the same after every event: nothing moves it.' },
  ]
}

/** It is for what guests can choose, and they cannot choose to miss what they asked for. */
function topicFaults({ class: of, topic }: NodeOf<'send_email' | 'send_sms'>): Fault[] {
  if (topic === undefined || of !== 'transactional') return []
  return [
    { path: 'topic', message: 'A transactional message has no topic: guests get it whatever they chose.' },
  ]
}

/** The answers of all guests are compared with each other. */
function questionFaults(node: NodeOf<'send_email'>): Fault[] {
  const scale = questionOf(node.blocks)?.scale
  return translated(node).flatMap(({ node: inner, path }) => {
    // What a piece asks is known once its content is in its place.
    const isOpen = [node, inner].some(
      ({ piece, blocks = [] }) => piece ?? blocks.some(({ type }) => type === 'piece'),
    )
    if (isOpen || questionOf(inner.blocks)?.scale === scale) return []
    const message = 'In every language the e-mail asks the same kind of question, or none.'
    return [{ path: `${path}.blocks`, message }]
  })
}

function replyFaults({ reply_to }: NodeOf<'send_email'>): Fault[] {
  if (reply_to === undefined || hasTemplate(reply_to) || looksLikeMail(reply_to)) return []
  return [{ path: 'reply_to', message: 'The field "reply_to" must be an e-mail address.' }]
}

function changeFaults({ changes }: NodeOf<'update_guest'>): Fault[] {
  const seen = new Set<string>()
  return changes.flatMap((change, index) => {
    const { field } = change
    const path = `changes.${index}`
    const twice = seen.has(field)
    seen.add(field)
    if (twice) return [{ path: `${path}.field`, message: `The field "${field}" is changed twice.` }]
    if ('plus' in change) return additionFaults(field, path)
    const problem = unfit(field, change.value)
    return problem === undefined ? [] : [{ path: `${path}.value`, message: `"${field}" ${problem}.` }]
  })
}

function additionFaults(field: string, path: string): Fault[] {
  if (field.startsWith('attributes.')) return []
  return [
    { path: `${path}.plus`, message: `Only attributes can be added to, and "${field}" is not a number.` },
  ]
}

const hasTemplate = (text: string) => /\{[{%]/.test(text)
const looksLikeMail = (text: string) => /^[^@\s]+@[^@\s]+$/.test(text)
const flags: readonly string[] = ['email_consent', 'sms_consent', 'do_not_contact']

function unfit(field: string, value: Extract<GuestUpdate, { value: unknown }>['value']): string | undefined {
  if (field.startsWith('attributes.')) return undefined
  if (flags.includes(field)) return isYesNo(value) ? undefined : 'must be true or false'
  if (value === null) return undefined
  if (typeof value !== 'string') return 'must be text, or null to empty it'
  // The result of a template is known only for a guest, and checked there.
  if (hasTemplate(value)) return undefined
  if (field === 'email' && !looksLikeMail(value)) return 'must be an e-mail address'
  if (field === 'phone' && !isPhone(value)) return 'must be a number such as +442079460000'
  return undefined
}

/** Written down or taken from data. */
const isYesNo = (value: unknown) =>
  typeof value === 'boolean' || (typeof value === 'object' && value !== null && 'yes_no' in value)
