import { join } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { pageAddresses } from '../../server/src/http/pages/addresses.ts'
import { forward } from './forward.ts'

const WEB = join(import.meta.dirname, '../../web')

/** The sources of the pages by Vite's names: its own scripts, our sources, and installed packages. */
const SOURCES = /^\/(@|__|src\/|node_modules\/)/
const PAGES = pageAddresses.map(address => new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}$`))

/**
 * Serves the dashboard from its sources, updated in place when they change, and everything else at the same address:
 * requests for neither a page nor a source go to the server, as they would without Vite.
 */
export async function servePages(at: { host: string; port: number; server: number }): Promise<{
  close(): Promise<void>
}> {
  const vite = await createServer({
    root: WEB,
    configFile: join(WEB, 'vite.config.ts'),
    clearScreen: false,
    plugins: [inFrontOf(at.server)],
    server: { host: at.host, port: at.port, strictPort: true },
  })
  return vite.listen()
}

/** Vite answers for the pages and their sources, the server at the port for the rest. */
function inFrontOf(port: number): Plugin {
  return {
    name: 'millrace-in-front-of-server',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = (request.url ?? '/').replace(/\?.*$/s, '')
        if (PAGES.some(page => page.test(path))) request.url = '/index.html'
        else if (!SOURCES.test(path)) return void forward(request, response, port)
        next()
      })
    },
  }
}
