import { withoutComments } from './imports.ts'

/** A word that is no longer used, as a pattern, and the glossary's word for it. */
export interface RefusedWord {
  readonly word: string
  readonly pattern: RegExp
  readonly instead: string
}

/** The bold words in the last column of the glossary's tables, each with the first column of its row. */
export function refusedWords(glossary: string): RefusedWord[] {
  return glossary
    .split('\n')
    .filter(line => line.startsWith('| '))
    .flatMap(line => {
      const cells = line.split('|').map(cell => cell.trim())
      return [...(cells.at(-2) as string).matchAll(/\*\*([^*]+)\*\*/g)].map(([, word = '']) => ({
        word,
        // A line may break between words, and the last word may have an ending. `--email` is an option, not a word.
        pattern: new RegExp(`(?<![\\w-])${word.replaceAll(' ', '\\s+')}(?:s|d|ed|ing)?(?![\\w-])`, 'gi'),
        instead: cells[1] as string,
      }))
    })
}

/**
 * The one-word ones among them, where they are a part of a name in camel case. Elsewhere the patterns above find them.
 */
export const insideNames = (words: readonly RefusedWord[]): RefusedWord[] =>
  words
    .filter(({ word }) => !word.includes(' '))
    .map(refused => {
      const capital = (refused.word[0] as string).toUpperCase() + refused.word.slice(1)
      const pattern = new RegExp(`(?<![A-Za-z])${refused.word}(?=[A-Z])|(?<=[a-z])${capital}(?![a-z])`, 'g')
      return { ...refused, pattern }
    })

/** The last column's words in the form of code: no type may have one of them as its name. */
export function refusedTypes(glossary: string): RefusedWord[] {
  return glossary
    .split('\n')
    .filter(line => line.startsWith('| '))
    .flatMap(line => {
      const cells = line.split('|').map(cell => cell.trim())
      return [...(cells.at(-2) as string).matchAll(/`([A-Z]\w+)`/g)].map(([, word = '']) => ({
        word,
        pattern: new RegExp(`\\b(?:interface|type|class)\\s+${word}\\b`, 'g'),
        instead: cells[1] as string,
      }))
    })
}

/** The part of the glossary whose words are refused everywhere, in comments and names too. */
export function sentencesOf(glossary: string): string {
  return glossary.slice(glossary.indexOf('\n## In sentences\n'))
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

/** The sentences of a document: code, addresses of links and, if requested, quotes from the screen are blanked. */
export function proseOf(markdown: string, quotes: 'screen' | 'none' = 'none'): string {
  const prose = markdown
    .replace(/^```[\s\S]*?^```$/gm, blank)
    .replace(/^ {4}.*$/gm, blank)
    .replace(/`[^`]+`/g, blank)
    .replace(/\]\([^)]*\)/g, blank)
  return quotes === 'screen' ? prose.replace(/\*\*[^*]+\*\*/g, blank) : prose
}

const STRING = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g
const BETWEEN_TAGS = /(?<=[\w"'}/]>|\}|^\s*)([^<>{}=;`]+)(?=<\/|<\w|\{|$)/gm
/** A call, an index, a member of an object or a declaration: not a line of text between tags. */
const CODE = /\w[.([]\w|\w\(|^\s*(?:readonly\s+)?\w+\??:/

/**
 * The texts of a source file that people may read; everything else is blanked. A string of one word in lower case
 * counts as a name: a key, a path, a class.
 */
export function textsOf(source: string, file: string): string {
  const code = withoutComments(source)
  const kept: [start: number, text: string][] = []
  for (const match of code.matchAll(STRING)) {
    const text = match[0].replace(/\$\{[^}]*\}/g, blank)
    if (/\s\S|^.[A-Z]/.test(text)) kept.push([match.index, text])
  }
  if (file.endsWith('.tsx')) {
    for (const match of code.replace(STRING, blank).matchAll(BETWEEN_TAGS)) {
      if (!CODE.test(match[0])) kept.push([match.index, match[0]])
    }
  }
  let texts = blank(code)
  for (const [start, text] of kept) texts = texts.slice(0, start) + text + texts.slice(start + text.length)
  return texts
}

export function wordFaults(words: readonly RefusedWord[], file: string, text: string): string[] {
  return words.flatMap(({ word, pattern, instead }) =>
    [...text.matchAll(pattern)].map(match => {
      const line = text.slice(0, match.index).split('\n').length
      return `${file}:${line}  "${match[0].replace(/\s+/g, ' ')}": the glossary has "${instead}" instead of "${word}".`
    }),
  )
}
