import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const ICONS = join(import.meta.dirname, '../src/styles/icons')

const icons = [
  { file: 'icon-192.png', sizes: '192x192', purpose: 'any' },
  { file: 'icon-512.png', sizes: '512x512', purpose: 'any' },
  // Phones cut it to their shape: its edge has nothing but colour.
  { file: 'maskable-512.png', sizes: '512x512', purpose: 'maskable' },
]

const shortcuts = [
  { name: 'Tasks', url: '/tasks' },
  { name: 'Guests', url: '/guests' },
  { name: 'Failed runs', url: '/runs?status=failed' },
]

/**
 * Lets people install the dashboard on a phone. The icons, and the manifest that names them, have names by their content, like
 * every other file that is kept for a year.
 */
export function webAppManifest(): Plugin {
  const images = icons.map(({ file }) => {
    const source = readFileSync(join(ICONS, file))
    return { fileName: named(file, source), source }
  })
  const source = JSON.stringify({
    id: '/',
    name: 'Millrace',
    short_name: 'Millrace',
    description: 'Automation for venue groups',
    lang: 'en-GB',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // While it starts, before the page says which theme was chosen. The light --ground and --surface of tokens.css.
    background_color: '#f7f9fa',
    theme_color: '#ffffff',
    icons: icons.map(({ sizes, purpose }, n) => ({
      src: `/${images[n]?.fileName}`,
      type: 'image/png',
      sizes,
      purpose,
    })),
    shortcuts,
  })
  const manifest = { fileName: named('millrace.webmanifest', source), source }
  return {
    name: 'millrace-web-app-manifest',
    apply: 'build',
    generateBundle() {
      for (const file of [...images, manifest]) this.emitFile({ type: 'asset', ...file })
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: `/${manifest.fileName}` }, injectTo: 'head' },
    ],
  }
}

function named(file: string, source: string | Uint8Array): string {
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
  return `assets/${file.replace('.', `-${hash}.`)}`
}
