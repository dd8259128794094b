import { inLanguage, type MessageNode, withTranslation } from '@millrace/contract/in-language'
import type { WorkflowNode } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { replaceNode } from './document.ts'

/** The languages of a workflow's messages, and changes of them. */

/** Those of the workflow, and what a message is translated into besides. */
export const languagesOf = ({ languages = [] }: WorkflowDefinition, node?: MessageNode): string[] => [
  ...new Set([...languages, ...Object.keys(node?.translations ?? {})]),
]

/** missing: there is none. same: it still says what the original says. */
export type TranslationState = 'missing' | 'same' | 'there'

export function translationState(node: MessageNode, language: string): TranslationState {
  const translation = node.translations?.[language]
  if (translation === undefined) return 'missing'
  const copied = copyOfOriginal(node, language).translations?.[language]
  return inOrder(translation) === inOrder(copied ?? {}) ? 'same' : 'there'
}

/** A stored document has its fields in another order. */
const inOrder = (translation: object): string =>
  JSON.stringify(Object.entries(translation).sort(([a], [b]) => (a < b ? -1 : 1)))

/** To begin a translation with. */
export const copyOfOriginal = <Node extends MessageNode>(node: Node, language: string): Node =>
  withTranslation(node, language, structuredClone(node))

export const addLanguage = (document: WorkflowDefinition, language: string): WorkflowDefinition => ({
  ...document,
  languages: [...(document.languages ?? []).filter(known => known !== language), language],
})

/** With every translation into it. */
export function removeLanguage(document: WorkflowDefinition, language: string): WorkflowDefinition {
  const left = document.languages?.filter(known => known !== language) ?? []
  const { languages: _languages, ...rest } = document
  const without: WorkflowDefinition = { ...rest, ...(left.length > 0 && { languages: left }) }
  return messagesOf(document)
    .filter(({ translations }) => translations?.[language] !== undefined)
    .reduce((now, node) => replaceNode(now, withoutTranslation(node, language)), without)
}

function withoutTranslation(node: MessageNode, language: string): MessageNode {
  const { translations, ...rest } = node
  const left = Object.entries(translations ?? {}).filter(([known]) => known !== language)
  if (left.length === 0) return rest as MessageNode
  return { ...rest, translations: Object.fromEntries(left) } as MessageNode
}

export const messagesOf = ({ nodes }: WorkflowDefinition): MessageNode[] => nodes.filter(isMessage)
const isMessage = (node: WorkflowNode): node is MessageNode =>
  node.type === 'send_email' || node.type === 'send_sms'

export { inLanguage, withTranslation }
