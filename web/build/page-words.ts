import { join, sep } from 'node:path'
import type { Plugin } from 'vite'

const FOLDER = ['', 'web', 'src', ''].join(sep)
const IMPORT_OF_A_PAGE = /\bimport\((['"])(?:\.\.?\/)+pages\/([\w-]+)\/[^'"]+\1\)/g

/**
 * Fetches the catalogue of a page before its files: their texts may be asked for as soon as they are there, also by
 * constants. Here and not where a page is imported, so that nobody can forget it.
 */
export function pageWords(): Plugin {
  let catalogues = ''
  return {
    name: 'millrace-page-words',
    enforce: 'pre',
    configResolved({ root }) {
      catalogues = join(root, 'src/language/catalogues.ts')
    },
    transform(code, id) {
      if (!id.includes(FOLDER)) return undefined
      const waiting = code.replace(
        IMPORT_OF_A_PAGE,
        (found, _quote, page) => `addWordsOf('${page}').then(() => ${found})`,
      )
      if (waiting === code) return undefined
      // On the last line: the numbers of those before it stay as they are.
      return { code: `${waiting}\nimport { addWordsOf } from ${JSON.stringify(catalogues)}\n`, map: null }
    },
  }
}
