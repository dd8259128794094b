import type { Page } from 'playwright-core'

/** A request that waits for what is decided about it. */
export interface Held {
  continue(): Promise<unknown>
  answer(status: number, body: object): Promise<unknown>
}

/** One that the page has given up, or that was let go meanwhile, needs no answer. */
function unlessGone(error: Error): void {
  if (!/Invalid InterceptionId|closed|detached/.test(error.message)) throw error
}

/**
 * Holds the requests of a page whose address this pattern matches, with * for any text, and none that `except` matches.
 * `page.route` would halt all others too, and turn the cache off: a page is then loaded from scratch each time, and its
 * megabyte of scripts compiled again. Returns how to let all of them go.
 */
export async function holdRequests(
  page: Page,
  urlPattern: string,
  except: RegExp,
  onHeld: (held: Held) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const held: Held = {
      continue: () => session.send('Fetch.continueRequest', { requestId }).catch(unlessGone),
      answer: (responseCode, body) =>
        session
          .send('Fetch.fulfillRequest', {
            requestId,
            responseCode,
            responseHeaders: [{ name: 'content-type', value: 'application/json' }],
            body: Buffer.from(JSON.stringify(body)).toString('base64'),
          })
          .catch(unlessGone),
    }
    if (except.test(request.url)) void held.continue()
    else void onHeld(held)
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern }] })
  return () => session.detach()
}
