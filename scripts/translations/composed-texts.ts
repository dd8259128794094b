import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bareTexts } from './bare-texts.ts'
import { keyOf } from './key.ts'
import { nameOf, type Part, parse, partsOf, quasisOf } from './syntax.ts'

/** Sentences that the server, the dashboard and the command line compose with the same code: `contract/src/say.ts`. */
export const composedCatalogueOf = (language: string) => `contract/src/${language}.json`

const FILES = ['contract/src/**/*.ts', 'server/src/**/*.ts']
const SAYING = /^(?:say|phrase)$/
/** Files with nothing but words: a text in them that is not written with `say` would stay English. */
const ONLY_WORDS = [
  'contract/src/condition/in-words.ts',
  'contract/src/in-words.ts',
  'contract/src/value-in-words.ts',
  'server/src/dashboard/events/event-sentences.ts',
  'server/src/guests/timeline/event-sentence.ts',
  'server/src/guests/timeline/sentence.ts',
  'server/src/guests/timeline/step-sentence.ts',
  'server/src/workflows/description/describe-difference.ts',
  'server/src/workflows/description/describe-listened.ts',
  'server/src/workflows/description/describe-node.ts',
  'server/src/workflows/description/describe-trigger.ts',
  'server/src/workflows/description/describe-value.ts',
  'server/src/workflows/description/describe-workflow.ts',
]
/** What they compare with, and texts with values alone. */
const NO_TEXTS = ['a date', 'days of the week']

interface Found {
  readonly key: string
  readonly at: string
}

/** All of them, and those that cannot be translated. */
export function composedTexts(root: string): {
  readonly texts: readonly Found[]
  readonly bare: readonly Found[]
} {
  const texts: Found[] = []
  const bare: Found[] = []
  for (const file of globSync(FILES, { cwd: root }).sort()) {
    const source = readFileSync(join(root, file), 'utf8')
    if (/\.(test|fixture)\.ts$/.test(file) || !/from '[^']*\/say(\.ts)?'/.test(source)) continue
    const at = ({ start }: Part) => `${file}:${source.slice(0, start).split('\n').length}`
    const program = parse(source, file)
    texts.push(...textsIn(program).map(({ key, part }) => ({ key, at: at(part) })))
    if (!ONLY_WORDS.includes(file)) continue
    for (const { text, part } of bareTexts(program)) {
      if (!NO_TEXTS.includes(text) && !/^[^\p{L}]*$/u.test(text.replaceAll(/\{\d+\}/g, '')))
        bare.push({ key: text, at: at(part) })
    }
  }
  return { texts, bare }
}

const textsIn = (part: Part): { key: string; part: Part }[] => [
  ...textOf(part),
  ...partsOf(part).flatMap(textsIn),
]

function textOf(part: Part): { key: string; part: Part }[] {
  if (part.type === 'TaggedTemplateExpression' && SAYING.test(nameOf(part['tag'])))
    return [{ key: keyOf(quasisOf(part['quasi'] as Part)), part }]
  if (part.type === 'CallExpression' && nameOf(part['callee']) === 'sayCount') {
    const [, one, other] = part['arguments'] as Part[]
    return [{ key: `${one?.['value']}|${other?.['value']}`, part }]
  }
  return []
}
