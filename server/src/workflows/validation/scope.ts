import type { Scalar } from '@millrace/contract/condition'
import type { FieldKind } from '@millrace/contract/condition/operators'
import { mayAsk } from '@millrace/contract/email-blocks'
import type { NodeType } from '@millrace/contract/node'
import { nodesBefore } from './nodes-before.ts'
import type { Parts } from './read-parts.ts'

/** What conditions and templates can use in one part of a document, in addition to what is available everywhere. */
export interface Scope {
  readonly variables: ReadonlyMap<string, FieldKind>
  /** Nodes that call a webhook and may have received an answer. */
  readonly webhooks: ReadonlySet<string>
  /** Nodes that may have created a task. */
  readonly tasks: ReadonlySet<string>
  /** Nodes that may have sent an e-mail. */
  readonly emails: ReadonlySet<string>
  /** Those of them that ask a question. */
  readonly questions: ReadonlySet<string>
  /** Nodes that may have awarded points. */
  readonly awards: ReadonlySet<string>
}

export interface Scopes {
  readonly trigger: Scope
  /** A run can be at any node when its exits are evaluated. */
  readonly exits: Scope
  at(nodeId: unknown): Scope
}

const none: ReadonlySet<string> = new Set()

export function scopesOf({ variables: declared, nodes, whole }: Parts): Scopes {
  const variables = new Map(declared.map(({ value }) => [value.key, kindOf(value.value)]))
  const all = nodes.map(part => part.value)
  const idsOf = (type: NodeType) => new Set(all.filter(node => node.type === type).map(node => node.id))
  const asking = new Set(all.filter(node => node.type === 'send_email' && mayAsk(node)).map(node => node.id))
  const everywhere = {
    variables,
    webhooks: idsOf('call_webhook'),
    tasks: idsOf('create_task'),
    awards: idsOf('award_points'),
    emails: idsOf('send_email'),
    questions: asking,
  }
  // If some nodes cannot be read, the order of the nodes is unknown.
  const webhooksBefore = whole ? nodesBefore(all, 'call_webhook') : undefined
  const tasksBefore = whole ? nodesBefore(all, 'create_task') : undefined
  const emailsBefore = whole ? nodesBefore(all, 'send_email') : undefined
  const awardsBefore = whole ? nodesBefore(all, 'award_points') : undefined
  return {
    trigger: { variables, webhooks: none, tasks: none, awards: none, emails: none, questions: none },
    exits: everywhere,
    at(nodeId) {
      if (typeof nodeId !== 'string') return everywhere
      const { webhooks, tasks, awards, emails } = everywhere
      return {
        variables,
        webhooks: webhooksBefore?.get(nodeId) ?? webhooks,
        tasks: tasksBefore?.get(nodeId) ?? tasks,
        awards: awardsBefore?.get(nodeId) ?? awards,
        emails: emailsBefore?.get(nodeId) ?? emails,
        questions: emailsBefore?.get(nodeId)?.intersection(asking) ?? asking,
      }
    },
  }
}

function kindOf(value: Scalar): FieldKind {
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'any'
}
