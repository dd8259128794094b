import type { Scalar } from '@millrace/contract/condition'
import type { FieldKind } from '@millrace/contract/condition/operators'
import type { Parts } from './read-parts.ts'
import { webhooksBefore } from './webhooks-before.ts'

/** What conditions and templates may name at one place of a document, beyond what there is everywhere. */
export interface Scope {
  readonly variables: ReadonlyMap<string, FieldKind>
  /** Nodes that call a webhook and may have been answered. */
  readonly webhooks: ReadonlySet<string>
}

export interface Scopes {
  readonly trigger: Scope
  /** A run may be anywhere when it is asked whether it is to exit. */
  readonly exits: Scope
  at(nodeId: unknown): Scope
}

export function scopesOf({ variables: declared, nodes, whole }: Parts): Scopes {
  const variables = new Map(declared.map(({ value }) => [value.key, kindOf(value.value)]))
  const all = nodes.map(part => part.value)
  const everywhere = { variables, webhooks: new Set(all.filter(isWebhook).map(node => node.id)) }
  // Where some nodes cannot be read, nobody can tell what comes before what.
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
