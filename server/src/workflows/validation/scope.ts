import type { Scalar } from '@millrace/contract/condition'
import type { FieldKind } from '@millrace/contract/condition/operators'
import type { Parts } from './read-parts.ts'
import { webhooksBefore } from './webhooks-before.ts'

/** What conditions and templates can use in one part of a document, in addition to what is available everywhere. */
export interface Scope {
  readonly variables: ReadonlyMap<string, FieldKind>
  /** Nodes that call a webhook and may have received an answer. */
  readonly webhooks: ReadonlySet<string>
}

export interface Scopes {
  readonly trigger: Scope
  /** A run can be at any node when its exits are evaluated. */
  readonly exits: Scope
  at(nodeId: unknown): Scope
}

export function scopesOf({ variables: declared, nodes, whole }: Parts): Scopes {
  const variables = new Map(declared.map(({ value }) => [value.key, kindOf(value.value)]))
  const all = nodes.map(part => part.value)
  const everywhere = { variables, webhooks: new Set(all.filter(isWebhook).map(node => node.id)) }
  // If some nodes cannot be read, the order of the nodes is unknown.
  const before = whole ? webhooksBefore(all) : undefined
  return {
    trigger: { variables, webhooks: new Set() },
    exits: everywhere,
    at(nodeId) {
      const webhooks = typeof nodeId === 'string' ? before?.get(nodeId) : undefined
      return webhooks === undefined ? everywhere : { variables, webhooks }
    },
  }
}

const isWebhook = (node: { type: string }) => node.type === 'call_webhook'

function kindOf(value: Scalar): FieldKind {
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'any'
}
