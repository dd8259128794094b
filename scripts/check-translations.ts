// Refuses a text of the dashboard that cannot be translated or is not, a catalogue with what is no longer used, and
// dates and numbers that are not written by the language of the member. `node scripts/translations.ts` adds new texts
// to the catalogues.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Catalogue, catalogueFaults, contradictions } from './translations/catalogue-faults.ts'
import { composedCatalogueOf, composedTexts } from './translations/composed-texts.ts'
import { catalogueOf, readFolders, TRANSLATIONS } from './translations/folders.ts'
import { inEnglish, noTexts, untranslated } from './translations/untranslated.ts'

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const folders = readFolders(root)
const faults: string[] = []

for (const { name, bare } of folders) {
  if (inEnglish.includes(name)) continue
  const shown = bare.filter(({ text }) => !noTexts.includes(text))
  if (!untranslated.includes(name)) {
    for (const { at, text } of shown)
      faults.push(`${at}  "${text}" is not written with t, so it stays English.`)
  }
}
for (const language of TRANSLATIONS) {
  const catalogues = new Map<string, Catalogue>()
  for (const { name, texts } of folders) {
    const file = catalogueOf(name, language)
    const catalogue = existsSync(join(root, file)) ? JSON.parse(readFileSync(join(root, file), 'utf8')) : {}
    catalogues.set(file, catalogue)
    const isSkipped = untranslated.includes(name) || inEnglish.includes(name)
    faults.push(...catalogueFaults(file, catalogue, isSkipped ? [] : texts))
  }
  faults.push(...contradictions(catalogues))
}
const composed = composedTexts(root)
for (const { at, key } of composed.bare)
  faults.push(`${at}  "${key}" is not written with say, so it stays English.`)
for (const language of TRANSLATIONS) {
  const file = composedCatalogueOf(language)
  faults.push(...catalogueFaults(file, JSON.parse(readFileSync(join(root, file), 'utf8')), composed.texts))
}
for (const name of [...untranslated, ...inEnglish]) {
  if (!folders.some(folder => folder.name === name)) faults.push(`untranslated.ts  ${name} is no folder.`)
}
for (const file of globSync('web/src/**/*.{ts,tsx}', { cwd: root }).sort()) {
  if (file.startsWith('web/src/language/') || /\.test\.tsx?$/.test(file)) continue
  if ([...inEnglish, ...untranslated].some(folder => file.startsWith(`web/src/${folder}/`))) continue
  const found = /\.toLocale\w*String\(|new Intl\.\w+\(/.exec(readFileSync(join(root, file), 'utf8'))
  if (found)
    faults.push(`${file}  ${found[0]}…: dates and numbers are written by web/src/language/format.ts.`)
}
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : 0
