import type { FastifyInstance } from 'fastify'
import { pageAddresses } from './addresses.ts'

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Millrace</title>
<p>Millrace is running, but its dashboard was not built: run <code>npm run setup</code> in the project folder and start it again.</p>
</html>
`

/** The API works without the dashboard, so the server starts without it. */
export async function serveNotBuilt(pages: FastifyInstance): Promise<void> {
  for (const url of pageAddresses) {
    pages.get(url, async (_request, reply) => reply.code(503).type('text/html; charset=utf-8').send(page))
  }
}
