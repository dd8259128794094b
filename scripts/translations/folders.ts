import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BareText, bareTexts } from './bare-texts.ts'
import { serverTexts } from './server-texts.ts'
import { parse } from './syntax.ts'
import { type Text, texts } from './texts.ts'

/** Languages with catalogues: English stands in the code. */
export const TRANSLATIONS = ['pt']

/** A page, a feature, or another folder of the dashboard: what has one catalogue for each language. */
export interface Folder {
  readonly name: string
  readonly texts: readonly (Pick<Text, 'key'> & { readonly at: string })[]
  readonly bare: readonly (BareText & { readonly at: string })[]
}

const SOURCES = 'web/src'
/** The folder whose catalogue has what the server says. */
const SAID = 'language'

export const folderOf = (file: string): string => {
  const [first = '', second = ''] = file.split('/')
  return ['pages', 'features'].includes(first) && !second.includes('.') ? `${first}/${second}` : first
}

export const catalogueOf = (folder: string, language: string) => `${SOURCES}/${folder}/${language}.json`

export function readFolders(root: string): Folder[] {
  const files = globSync('**/*.{ts,tsx}', { cwd: join(root, SOURCES) })
    .filter(file => file.includes('/') && !/\.(test|fixture)\.tsx?$/.test(file))
    .sort()
  const byFolder = Map.groupBy(files, folderOf)
  return [...byFolder].map(([name, ofFolder]) => {
    const read = ofFolder.map(file => readTexts(root, `${SOURCES}/${file}`))
    const ofServer = name === SAID ? serverTexts(root) : []
    return { name, texts: [...read.flatMap(it => it.texts), ...ofServer], bare: read.flatMap(it => it.bare) }
  })
}

function readTexts(root: string, file: string): Omit<Folder, 'name'> {
  const source = readFileSync(join(root, file), 'utf8')
  const program = parse(source, file)
  const at = (start: number) => `${file}:${source.slice(0, start).split('\n').length}`
  return {
    texts: texts(program).map(text => ({ ...text, at: at(text.start) })),
    bare: bareTexts(program).map(bare => ({ ...bare, at: at(bare.part.start) })),
  }
}
