import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite'

/** What main.tsx imports once the language is known. */
const APP = '/web/src/app/render.tsx'

/** What else the first page of each kind of visit needs: opening/first-page.ts says which kind it is. */
const visits: readonly { visit: string; of: string; after?: string }[] = [
  { visit: 'member', of: '/web/src/app/Dashboard.tsx' },
  { visit: 'home', of: '/web/src/pages/home/HomePage.tsx', after: '/web/src/app/Dashboard.tsx' },
  { visit: 'sign-in', of: '/web/src/pages/signed-out/SignInPage.tsx' },
]

/** Files that may have texts: they must not be evaluated with the first script. */
const hasTexts = (id: string) => /\/web\/src\/(?:api|app|components|features|pages|session|toasts)\//.test(id)

/**
 * The application is imported when its language is known, and its parts when they are shown. Their files are named in the page
 * all the same, so that they come with the first script and not one after the other.
 */
export function preloadApp(): Plugin {
  return {
    name: 'millrace-preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter(file => file.type === 'chunk')
        const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
        const entry = chunks.find(({ isEntry }) => isEntry)
        const early = entry && neededBy(entry, byName).flatMap(({ moduleIds }) => moduleIds.filter(hasTexts))
        if (early?.length !== 0) throw new Error(`before the language is known: ${early?.join(', ')}`)
        /** The files that a module needs, and that the page does not name for other reasons. */
        const filesOf = (module: string) => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith(module)))
          if (chunk === undefined) throw new Error(`no chunk of ${module}: it is imported when it is needed`)
          const needed = neededBy(chunk, byName)
          const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
          const files = [...needed.map(({ fileName }) => fileName), ...styles]
          return new Set(files.filter(file => !html.includes(`"/${file}"`)))
        }
        const app = filesOf(APP)
        return [
          ...[...app].map(file => link(file.endsWith('.css') ? 'stylesheet' : 'modulepreload', file)),
          ...visits.flatMap(({ visit, of, after }) => {
            const before = after === undefined ? app : app.union(filesOf(after))
            return [...filesOf(of).difference(before)].map(file => later(visit, file))
          }),
        ]
      },
    },
  }
}

const link = (rel: string, file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel, crossorigin: true, href: `/${file}` },
  injectTo: 'head',
})

const later = (visit: string, file: string): HtmlTagDescriptor => ({
  tag: 'meta',
  attrs: { 'data-visit': visit, 'data-file': `/${file}` },
  injectTo: 'head',
})

/** With what it imports, from the innermost: the order in which styles count. */
function neededBy(
  chunk: Rollup.OutputChunk,
  chunks: ReadonlyMap<string, Rollup.OutputChunk>,
  seen = new Set<Rollup.OutputChunk>(),
): Rollup.OutputChunk[] {
  if (seen.has(chunk)) return []
  seen.add(chunk)
  const inner = chunk.imports.flatMap(file => {
    const imported = chunks.get(file)
    return imported === undefined ? [] : neededBy(imported, chunks, seen)
  })
  return [...inner, chunk]
}
