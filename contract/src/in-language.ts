import type { NodeOf } from './node.ts'

export type MessageNode = NodeOf<'send_email' | 'send_sms'>

/** What a message says, and what only its translations have. The rest of a step is the same in every language. */
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

const isText = ([field]: readonly [string, unknown]) => textFields.includes(field)

/** The step with its translation in place of what it says itself. It has to have one. */
export function inLanguage<Node extends MessageNode>(node: Node, language: string): Node {
  const rest = Object.entries(node).filter(entry => !isText(entry))
  return { ...Object.fromEntries(rest), ...node.translations?.[language] } as Node
}

/** The step with what another one says as its translation. */
export function withTranslation<Node extends MessageNode>(
  node: Node,
  language: string,
  { translations: _none, ...said }: Node,
): Node {
  const translation = Object.fromEntries(Object.entries(said).filter(isText))
  return { ...node, translations: { ...node.translations, [language]: translation } }
}

/** Every translation of a message as a step, with the path of its texts inside the step. */
export const translated = <Node extends MessageNode>(node: Node): { node: Node; path: string }[] =>
  Object.keys(node.translations ?? {}).map(language => ({
    node: inLanguage(node, language),
    path: `translations.${language}`,
  }))
