import type { Role } from '@millrace/contract/member'
import { REDACTED } from '#channels/redact.ts'
import { isAtLeast } from '#members/roles.ts'
import { isRecord } from '#workflows/record.ts'
import { shownUrl } from './shown-url.ts'

/** The names show what is sent; the values may be credentials, whatever their names. */
export const shownHeaders = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map(name => [name, REDACTED]))

/** A node without the credentials of its webhook. Other nodes stay as they are. */
export function shownNode<Node extends Record<string, unknown>>(node: Node): Node {
  if (node.type !== 'call_webhook') return node
  const { url, headers } = node
  return {
    ...node,
    ...(typeof url === 'string' ? { url: shownUrl(url) } : {}),
    ...(Array.isArray(headers)
      ? {
          headers: headers
            .filter(isRecord)
            .map(({ name, secret }) => (secret === undefined ? { name, value: REDACTED } : { name, secret })),
        }
      : {}),
  }
}

/** The document of a workflow, as far as it is readable: a draft may be anything. */
export function shownDefinition<Document>(document: Document): Document {
  if (!isRecord(document) || !Array.isArray(document.nodes)) return document
  return { ...document, nodes: document.nodes.map(node => (isRecord(node) ? shownNode(node) : node)) }
}

/** Members who may change a workflow have to see all of it; viewers do not need its credentials. */
export const seenBy = (role: Role): (<Document>(document: Document) => Document) =>
  isAtLeast(role, 'editor') ? document => document : shownDefinition
