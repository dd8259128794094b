import type { NodeOf } from '@millrace/contract/node'

export type MessageNode = NodeOf<'send_email' | 'send_sms'>

/** A message as its step has it, without the texts. */
const textFields = [
  'subject',
  'preview',
  'piece',
  'html',
  'blocks',
  'text',
  'body',
  'piece_versions',
  'translations',
]

/** The step with its translation in place of what it says itself. It has to have one. */
export function inLanguage<Node extends MessageNode>(node: Node, language: string): Node {
  const rest = Object.entries(node).filter(([field]) => !textFields.includes(field))
  return { ...Object.fromEntries(rest), ...node.translations?.[language] } as Node
}

/** Every translation of a message as a step, with the path of its texts inside the step. */
export const translated = <Node extends MessageNode>(node: Node): { node: Node; path: string }[] =>
  Object.keys(node.translations ?? {}).map(language => ({
    node: inLanguage(node, language),
    path: `translations.${language}`,
  }))
