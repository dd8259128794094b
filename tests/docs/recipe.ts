import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ProjectCopy } from '../support/project-copy.ts'

/** A step of a recipe: what is to be written where. */
export interface RecipeStep {
  readonly path: string
  readonly place: { readonly kind: 'new' } | { readonly kind: 'above' | 'below'; readonly line: string }
  readonly text: string
}

/** The first line of a block says where the rest belongs. */
const HEAD = /^(?:\/\/|--) (\S+), (?:(new)|(above|below): (.+))$/

/** The blocks of one section of a document, in order. */
export function recipeOf(document: string, heading: string): RecipeStep[] {
  const section = document.split(/^## /m).find(part => part.startsWith(`${heading}\n`))
  if (section === undefined) throw new Error(`there is no section "${heading}"`)
  return [...section.matchAll(/^```\w+\n(.*)\n([\s\S]*?)^```$/gm)].map(([, head = '', text = '']) => {
    const found = HEAD.exec(head)
    if (found === null) throw new Error(`a block of "${heading}" does not say where it belongs: ${head}`)
    const [, path = '', isNew, side, line = ''] = found
    const place = isNew ? { kind: 'new' as const } : { kind: side as 'above' | 'below', line }
    return { path, place, text }
  })
}

/** Does what a reader of the recipe would do. */
export function follow(copy: ProjectCopy, { path, place, text }: RecipeStep): void {
  if (place.kind === 'new') {
    mkdirSync(dirname(join(copy.root, path)), { recursive: true })
    copy.write(path, text)
    return
  }
  const lines = copy.read(path).split('\n')
  const at = lines.findIndex(line => line.includes(place.line))
  if (at < 0) throw new Error(`${path} no longer has a line with "${place.line}"`)
  lines.splice(place.kind === 'above' ? at : at + 1, 0, ...text.replace(/\n$/, '').split('\n'))
  copy.write(path, lines.join('\n'))
}
