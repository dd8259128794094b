import { request } from 'node:http'

/**
 * Sends a delivery as a connected system does, and returns the status. Not by `fetch`, which holds answers against the
 * OpenAPI document: what connected systems call is not in it.
 */
export const deliver = (
  url: string,
  body: Buffer | string = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, answer => {
      answer.resume()
      resolve(answer.statusCode as number)
    })
    sent.on('error', reject)
    sent.end(body)
  })
