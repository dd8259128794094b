/** As much of it as the tests use; the package has no types. */
declare module 'simple-oauth2' {
  export class ClientCredentials {
    constructor(options: {
      client: { id: string; secret: string }
      auth: { tokenHost: string }
      http?: { headers: Record<string, string> }
      options: { bodyFormat: 'form' | 'json'; authorizationMethod: 'header' | 'body' }
    })
    getToken(parameters: { scope?: string }): Promise<{ token: Record<string, unknown> }>
  }
}
