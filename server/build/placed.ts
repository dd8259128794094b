import { dirname, relative } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Modules find the files beside them (migrations, threads, the dashboard) from where they lie, and not from where the
 * bundle does. Relative to the bundle, so that a checkout can be moved or copied into an image.
 */
export function placed(bundle: string): Plugin {
  return {
    name: 'placed',
    transform(code, id) {
      if (!code.includes('import.meta.')) return null
      const url = `new URL(${JSON.stringify(relative(bundle, id))}, import.meta.url)`
      const folder = `(import.meta.dirname + ${JSON.stringify(`/${relative(bundle, dirname(id))}`)})`
      return code.replace(/import\.meta\.(url|dirname)\b/g, (_, name) =>
        name === 'url' ? `${url}.href` : folder,
      )
    },
  }
}
