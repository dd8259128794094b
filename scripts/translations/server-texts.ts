import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bareTexts } from './bare-texts.ts'
import { parse } from './syntax.ts'

/** Where the sentences are that the server answers the dashboard with. */
const FILES = ['contract/src/error.ts', 'server/src/http/dashboard/**/*.ts']

/** As opposed to a header, the name of a cursor or what is wrong with a field. */
const isSentence = (text: string) => /^[\p{Lu}{"].*[.]$/su.test(text) && /\p{L}{2} /u.test(text)

/** Sentences of the server that the dashboard shows: `said` looks them up. */
export function serverTexts(root: string): { key: string; at: string }[] {
  return globSync(FILES, { cwd: root })
    .filter(file => !file.endsWith('.test.ts'))
    .sort()
    .flatMap(file => {
      const source = readFileSync(join(root, file), 'utf8')
      return bareTexts(parse(source, file))
        .filter(({ text }) => isSentence(text))
        .map(({ part, text }) => ({
          key: text,
          at: `${file}:${source.slice(0, part.start).split('\n').length}`,
        }))
    })
}
