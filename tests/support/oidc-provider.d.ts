declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  export default class Provider {
    constructor(issuer: string, configuration: object)
    listen(port: number, host: string): void
    callback(): RequestListener
    readonly ClientCredentials: {
      find(token: string): Promise<{ readonly scope?: string; destroy(): Promise<void> } | undefined>
    }
    use(
      middleware: (
        context: { path: string; req: IncomingMessage; res: ServerResponse; respond?: boolean },
        next: () => Promise<void>,
      ) => Promise<void>,
    ): void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
