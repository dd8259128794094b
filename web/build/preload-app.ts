import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite'

/** What main.tsx imports once the language is known. */
const APP = '/web/src/app/render.tsx'

/** Files that may have texts: they must not be evaluated with the first script. */
const hasTexts = (id: string) => /\/web\/src\/(?:api|app|components|features|pages|session|toasts)\//.test(id)

/**
 * The application is imported when its language is known. Its files are named in the page all the same, so that they come with
 * the first script and not after it.
 */
export function preloadApp(): Plugin {
  return {
    name: 'millrace-preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter(file => file.type === 'chunk')
        const app = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(APP))
        if (app === undefined) throw new Error(`no chunk of ${APP}: main.tsx imports it`)
        const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
        const entry = chunks.find(({ isEntry }) => isEntry)
        const early = entry && neededBy(entry, byName).flatMap(({ moduleIds }) => moduleIds.filter(hasTexts))
        if (early?.length !== 0) throw new Error(`before the language is known: ${early?.join(', ')}`)
        const needed = neededBy(app, byName)
        const named = (file: string) => html.includes(`"/${file}"`)
        const scripts = needed.map(({ fileName }) => fileName).filter(file => !named(file))
        const styles = needed.flatMap(chunk => [...(chunk.viteMetadata?.importedCss ?? [])])
        return [
          ...scripts.map(file => link('modulepreload', file)),
          ...[...new Set(styles)].filter(file => !named(file)).map(file => link('stylesheet', file)),
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
