import { type Answer, requestToken, send } from './api-client.ts'
import type { Connection } from './connection.ts'

/** The workflow endpoints, with a token. */
export interface Api {
  get(path: string): Promise<Answer>
  post(path: string, body: string, headers?: Record<string, string>): Promise<Answer>
}

/** One token serves for as long as it is taken. Where it is refused, another one is asked for, once for all who wait. */
export async function openApi({ baseUrl, authUrl, clientId, clientSecret }: Connection): Promise<Api> {
  let held: Promise<string> | undefined
  function obtain(): Promise<string> {
    const asked = requestToken(authUrl, clientId, clientSecret)
    held = asked
    asked.catch(() => {
      if (held === asked) held = undefined
    })
    return asked
  }
  async function call(path: string, request: RequestInit): Promise<Answer> {
    const used = held ?? obtain()
    const answer = await send(`${baseUrl}${path}`, withToken(request, await used))
    if (answer.status !== 401) return answer
    const other = held === undefined || held === used ? obtain() : held
    return send(`${baseUrl}${path}`, withToken(request, await other))
  }
  await obtain()
  return {
    get: path => call(path, {}),
    post: (path, body, headers = {}) =>
      call(path, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }),
  }
}

const withToken = (request: RequestInit, token: string): RequestInit => ({
  ...request,
  headers: { ...(request.headers as Record<string, string>), authorization: `Bearer ${token}` },
})
