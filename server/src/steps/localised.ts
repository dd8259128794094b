import { inLanguage, type MessageNode } from '@millrace/contract/in-language'
import { nearestLanguage } from '@millrace/contract/translation'
import { localisationOf } from './localisation.ts'
import type { StepFacts } from './step.ts'

/** Of one message in one language there is one object: templates and blocks are kept by it. */
const kept = new WeakMap<object, Map<string, MessageNode>>()

/**
 * The message as this guest reads it: in their language, or if none is known of them in that of the venue. A message that is
 * not in it is as the step has it. Dates and numbers are written as that language does.
 */
export function localised<Node extends MessageNode>(
  node: Node,
  stepFacts: StepFacts,
): { readonly node: Node; readonly stepFacts: StepFacts; readonly language?: string } {
  if (node.translations === undefined) return { node, stepFacts }
  const own = stepFacts.facts.guest.attributes.language
  const wanted = typeof own === 'string' && own.trim() !== '' ? own : localisationOf(stepFacts).locale
  const language = nearestLanguage(Object.keys(node.translations), [wanted])
  if (language === undefined) return { node, stepFacts }
  const all = kept.get(node) ?? new Map<string, MessageNode>()
  kept.set(node, all)
  const known = all.get(language) ?? inLanguage(node, language)
  all.set(language, known)
  return { node: known as Node, stepFacts: { ...stepFacts, locale: language }, language }
}
