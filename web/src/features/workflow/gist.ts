import type { GuestUpdate, NodeOf, WorkflowNode } from '@millrace/contract/node'
import { durationInWords, momentInWords, numberInWords } from '@millrace/contract/value-in-words'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { t } from '../../language/words.ts'
import { conditionInBrief } from './condition-in-brief.ts'
import { findNode } from './document.ts'
import { nameOf } from './node-types.ts'
import { startInBrief } from './trigger-in-words.ts'

/** What a step does in particular, in a few words. */
export function gistOf(
  node: WorkflowNode,
  document: WorkflowDefinition,
  workflows: ReadonlyMap<string, string>,
): string {
  switch (node.type) {
    case 'send_email':
      return gistOfEmail(node)
    case 'send_sms':
      return node.body
    case 'award_points':
      return pointsInWords(node.points)
    case 'add_tag':
    case 'remove_tag':
      return node.tag
    case 'update_guest':
      return node.changes.map(updateInWords).join(', ')
    case 'call_webhook':
      return `${node.method} ${String(node.url).replace(/^https:\/\//, '')}`
    case 'create_task':
      return node.title
    case 'start_workflow':
      return node.workflow === '' ? '' : (workflows.get(node.workflow) ?? '')
    case 'branch':
      return t`${node.cases.length + 1} branches`
    case 'split':
      return node.ways.map(({ percent }) => `${percent} %`).join(' / ')
    case 'wait':
      return waitInWords(node.until)
    case 'wait_for_event':
      return t`${node.events.map(({ source }) => source ?? t`No source`).join(t` or `)}, up to ${durationInWords(node.timeout.after)}`
    case 'wait_for_task':
      return t`${node.tasks.map(id => taskInWords(document, id)).join(t` or `)}, up to ${durationInWords(node.timeout.after)}`
    case 'wait_for_click':
    case 'wait_for_answer':
      return [emailInWords(document, node.email), t`up to ${durationInWords(node.timeout.after)}`]
        .filter(Boolean)
        .join(', ')
    case 'end':
      return node.reason || (node.outcome === 'failure' ? t`Counts as failed` : t`Counts as succeeded`)
  }
}

/** "till, if spend is more than 0". */
export function triggerGist(trigger: WorkflowDefinition['trigger'], segment?: string): string {
  const { when } = trigger
  const condition = when === undefined ? undefined : conditionInBrief(when)
  return `${startInBrief(trigger, segment)}${condition === undefined ? '' : t`, if ${condition}`}`
}

const updateInWords = (update: GuestUpdate) =>
  `${update.field.replace(/^attributes\./, '')}${'plus' in update ? ' +' : ''}`

function pointsInWords(points: NodeOf<'award_points'>['points']): string {
  if (typeof points === 'object') return numberInWords(points)
  return t`${points > 0 ? '+' : ''}${points} points`
}

function waitInWords(until: NodeOf<'wait'>['until']): string {
  if ('after' in until) return durationInWords(until.after)
  if ('at' in until) return t`Until ${until.at}`
  if ('time' in until) return t`Until a time of day`
  if ('moment' in until) return t`Until ${momentInWords(until.moment)}`
  return t`Until the venue is open`
}

function emailInWords(document: WorkflowDefinition, id: string): string {
  const email = findNode(document, id)
  return email === undefined ? id : email.type === 'send_email' ? gistOfEmail(email) : nameOf(email)
}

const gistOfEmail = ({ subject, piece }: NodeOf<'send_email'>) => subject ?? piece ?? ''

function taskInWords(document: WorkflowDefinition, id: string): string {
  const task = findNode(document, id)
  return task === undefined ? id : task.type === 'create_task' ? task.title : nameOf(task)
}
