// Brings the catalogues of the dashboard up to date with its texts: new ones are added, to be translated, and those that
// are no longer used are removed.
//
//   node scripts/translations.ts
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { composedCatalogueOf, composedTexts } from './translations/composed-texts.ts'
import { catalogueOf, readFolders, TRANSLATIONS } from './translations/folders.ts'
import { inEnglish, untranslated } from './translations/untranslated.ts'

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const skipped = new Set([...untranslated, ...inEnglish])
let missing = 0

for (const language of TRANSLATIONS) {
  const composed = join(root, composedCatalogueOf(language))
  const before = existsSync(composed) ? JSON.parse(readFileSync(composed, 'utf8')) : {}
  const after = Object.fromEntries(composedTexts(root).texts.map(({ key }) => [key, before[key] ?? '']))
  writeFileSync(composed, `${JSON.stringify(after, null, 2)}\n`)
  missing += Object.values(after).filter(text => text === '').length
  for (const { name, texts } of readFolders(root)) {
    const path = join(root, catalogueOf(name, language))
    const known = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
    const catalogue = Object.fromEntries(texts.map(({ key }) => [key, known[key] ?? '']))
    if (texts.length === 0 || skipped.has(name)) rmSync(path, { force: true })
    else writeFileSync(path, `${JSON.stringify(catalogue, null, 2)}\n`)
    if (!skipped.has(name)) missing += Object.values(catalogue).filter(text => text === '').length
  }
}
process.stdout.write(
  missing === 0 ? 'Every text is translated.\n' : `${missing} texts are to be translated.\n`,
)
