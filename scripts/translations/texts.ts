import { isMeaning, PLURAL, TRANSLATING } from './bare-texts.ts'
import { keyOf } from './key.ts'
import { nameOf, type Part, partsOf, quasisOf } from './syntax.ts'

/** A text that is written with `t`, `rich` or `plural`, as it stands in a catalogue. */
export interface Text {
  readonly key: string
  readonly start: number
}

export const texts = (part: Part): Text[] => [...textOf(part), ...partsOf(part).flatMap(texts)]

function textOf(part: Part): Text[] {
  if (part.type === 'TaggedTemplateExpression' && TRANSLATING.test(nameOf(part['tag']))) {
    return [{ key: keyOf(quasisOf(part['quasi'] as Part)), start: part.start }]
  }
  if (part.type === 'TaggedTemplateExpression' && isMeaning(part['tag'])) {
    const [which] = part['tag']['arguments'] as Part[]
    return [{ key: `${keyOf(quasisOf(part['quasi'] as Part))} [${which?.['value']}]`, start: part.start }]
  }
  if (part.type === 'CallExpression' && nameOf(part['callee']) === PLURAL) {
    const [, one, other] = part['arguments'] as Part[]
    return [{ key: `${one?.['value']}|${other?.['value']}`, start: part.start }]
  }
  return []
}
