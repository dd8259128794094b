import Provider from 'oidc-provider'

/** A well-known OAuth server with one client, everything in its memory. */
const port = Number(process.env.PORT)
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: 'bench',
      client_secret: 'bench-secret-bench-secret',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
})
provider.listen(port, '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
