import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { readGuide } from './markdown.ts'

/** Documents of docs/ become data for the pages of Help: the same text, and nothing that could run. */
export function guides(): Plugin {
  return {
    name: 'millrace-guides',
    enforce: 'pre',
    load(id) {
      if (!/\/docs\/\w+\.md$/.test(id)) return undefined
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(readGuide(readFileSync(id, 'utf8'))))})`
    },
  }
}
