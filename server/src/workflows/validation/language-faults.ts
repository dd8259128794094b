import type { WorkflowNode } from '@millrace/contract/node'
import type { Fault } from './fault.ts'
import type { Part } from './read-parts.ts'

/** Messages that are not in a language of the workflow, and translations into one that it does not have. */
export function languageFaults(nodes: readonly Part<WorkflowNode>[], languages: readonly string[]): Fault[] {
  return nodes.flatMap(({ path, value: node }) => {
    if (node.type !== 'send_email' && node.type !== 'send_sms') return []
    const { id, translations = {} } = node
    const missing = languages.filter(language => !Object.hasOwn(translations, language))
    const strange = Object.keys(translations).filter(language => !languages.includes(language))
    return [
      ...missing.map(language => ({
        path: `${path}.translations`,
        node: id,
        message: `This message has no translation into ${inWords(language)}.`,
      })),
      ...strange.map(language => ({
        path: `${path}.translations.${language}`,
        node: id,
        message: `${inWords(language)} is not among the languages of the workflow. Add it there, or remove this translation.`,
      })),
    ]
  })
}

const names = new Intl.DisplayNames('en-GB', { type: 'language' })

/** German (de). */
const inWords = (language: string) => {
  const name = names.of(language)
  return name === undefined || name === language ? `"${language}"` : `${name} (${language})`
}
