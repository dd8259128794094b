import { inLanguage, type MessageNode, withTranslation } from '@millrace/contract/in-language'
import type { NodeFormProps } from './panel-context.ts'

/** The form of one translation: the fields of a message read and write it as if it were the step. */
export function translationForm<Node extends MessageNode>(
  form: NodeFormProps<Node>,
  language: string,
): NodeFormProps<Node> {
  const { node, faults, onNode } = form
  return {
    ...form,
    language,
    node: inLanguage(node, language),
    faults: faults.flatMap(fault => {
      const [, step, path] = /^(nodes\.\d+)\.translations\.(.*)$/.exec(fault.path) ?? []
      const isOwn = path?.startsWith(`${language}.`) === true
      return isOwn ? [{ ...fault, path: `${step}.${path.slice(language.length + 1)}` }] : []
    }),
    onNode: (changed, about) =>
      onNode(withTranslation(node, language, changed), about && `${language} ${about}`),
  }
}
