import type { Role } from '@millrace/contract/member'
import { REDACTED } from '#channels/redact.ts'
import { isRecord } from '#workflows/record.ts'
import { shownUrl } from './shown-url.ts'

/** The names say what is sent, and the values may be credentials, whatever they are called. */
export const shownHeaders = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map(name => [name, REDACTED]))

/** A node without what its webhook is called with. Other nodes stay as they are. */
export function shownNode<Node extends Record<string, unknown>>(node: Node): Node {
  if (node.type !== 'call_webhook') return node
  const { url, headers } = node
  return {
    ...node,
    ...(typeof url === 'string' ? { url: shownUrl(url) } : {}),
    ...(Array.isArray(headers)
      ? { headers: headers.filter(isRecord).map(({ name }) => ({ name, value: REDACTED })) }
      : {}),
  }
}

/** The document of a workflow, as far as it can be read: a draft may be anything. */
export function shownDefinition<Document>(document: Document): Document {
  if (!isRecord(document) || !Array.isArray(document.nodes)) return document
  return { ...document, nodes: document.nodes.map(node => (isRecord(node) ? shownNode(node) : node)) }
}

/** Who may change a workflow has to see all of it; who only looks does not need its credentials. */
export const seenBy = (role: Role): (<Document>(document: Document) => Document) =>
  role === 'viewer' ? shownDefinition : document => document
