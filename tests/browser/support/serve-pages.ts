import type { BrowserContext } from 'playwright-core'

/**
 * Until the server itself answers the dashboard's addresses with the page: one that it does not know is given what is
 * at the first one, headers and all.
 */
export const servePages = (context: BrowserContext): Promise<unknown> =>
  context.route(
    url => !/^\/(assets|dashboard\/api|v1|oauth)\//.test(url.pathname),
    async route => {
      const request = route.request()
      if (request.resourceType() !== 'document') return route.fallback()
      const answer = await route.fetch()
      if (answer.status() !== 404) return route.fulfill({ response: answer })
      return route.fulfill({ response: await route.fetch({ url: new URL('/', request.url()).href }) })
    },
  )
