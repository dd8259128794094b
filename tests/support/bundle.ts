import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const CACHE = join(import.meta.dirname, '../../node_modules/.cache')

export interface Bundle {
  /** With `name.mjs` for each program. */
  readonly folder: string
  remove(): void
}

/**
 * Programs with all that they import in few files. The product is almost three thousand modules, and finding them is two
 * thirds of what a process computes until it is ready; the tests start four hundred.
 */
export async function bundle(programs: Readonly<Record<string, string>>): Promise<Bundle> {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'test-bundle-'))
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [placed],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node24',
      rolldownOptions: {
        input: programs,
        external: ['pg-native'],
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}

/** Files beside a module are found from where the module lies, not from where the bundle does. */
const placed: Plugin = {
  name: 'placed',
  transform(code, id) {
    if (!code.includes('import.meta.')) return null
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
  },
}
