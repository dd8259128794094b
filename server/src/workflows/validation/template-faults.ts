import { visitFactRows, visitFactRowsHere } from '@millrace/contract/condition/visit-facts'
import { translated } from '@millrace/contract/in-language'
import { classOf, type WorkflowNode } from '@millrace/contract/node'
import { compileTemplate } from '#templates/compile-template.ts'
import { linkFault } from '#templates/link-fault.ts'
import { wholeFaults } from './email-faults.ts'
import { type Fault, faultsWithin } from './fault.ts'
import type { Scope } from './scope.ts'
import { templateFields } from './template-fields.ts'

/** What every template can read; a star stands for any key. */
const everywhere = [
  ...'id name email phone email_consent sms_consent do_not_contact tags points attributes.*'
    .split(' ')
    .map(name => `guest.${name}`),
  ...visitFactRows.map(({ name }) => `guest.facts.${name}`),
  ...visitFactRowsHere.map(({ name }) => `guest.facts_here.${name}`),
  ...['event', 'started_by'].flatMap(root => [`${root}.source`, `${root}.serials`, `${root}.parameters.*`]),
  'venue.serial',
  'venue.name',
  'venue.time_zone',
  'venue.variables.*',
  'workflow.name',
  'run.id',
]

export function knownPaths({ variables, webhooks, tasks, awards, questions }: Scope): ReadonlySet<string> {
  return new Set([
    ...everywhere,
    ...[...variables.keys()].map(key => `workflow.variables.${key}`),
    ...[...webhooks].flatMap(id => [`webhooks.${id}.status`, `webhooks.${id}.body.*`]),
    ...[...tasks].map(id => `tasks.${id}.done_by`),
    ...[...awards].map(id => `awarded.${id}`),
    ...[...questions].map(id => `answers.${id}`),
  ])
}

/**
 * The links of a guest, in what is sent to them. A transactional message has none to unsubscribe: it would promise what it
 * does not do.
 */
function linksOf(node: WorkflowNode): string[] {
  const messageClass = classOf(node)
  if (messageClass === undefined) return []
  return messageClass === 'marketing' ? ['links.unsubscribe', 'links.preferences'] : ['links.preferences']
}

/** The faults of the templates of one node. */
export function templateFaults(node: WorkflowNode, scope: Scope): Fault[] {
  const fields = templateFields(node)
  if (fields.length === 0) return []
  const known = new Set([...knownPaths(scope), ...linksOf(node)])
  const faults = fields.flatMap(({ path, channel, text }) => {
    const compiled = compileTemplate(text, channel, known)
    if (compiled.ok) {
      const link = channel === 'html' ? linkFault(text) : undefined
      return link === undefined ? [] : [{ path, message: link }]
    }
    return compiled.faults.map(({ message, line, column }) => ({
      path,
      message: `The template "${path}", line ${line}, column ${column}: ${message}`,
      line,
      column,
    }))
  })
  if (faults.length > 0 || node.type !== 'send_email') return faults
  return [
    ...wholeFaults(node),
    ...translated(node).flatMap(({ node: inner, path }) => faultsWithin(wholeFaults(inner), path)),
  ]
}
