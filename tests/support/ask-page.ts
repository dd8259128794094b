import { type IncomingHttpHeaders, request as send } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Page {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** As a browser or a mail program asks; these addresses are not in the OpenAPI document that `fetch` is held against. */
export function askPage(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<Page> {
  return new Promise((resolve, reject) => {
    const sent = send(url, { method, headers }, async response => {
      resolve({
        status: response.statusCode as number,
        headers: response.headers,
        text: await text(response),
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

export const postForm = (
  url: string,
  fields: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
) => askPage('POST', url, { ...form, ...headers }, new URLSearchParams(fields).toString())

/** RFC 8058. */
export const oneClick = (url: string, headers = {}) =>
  postForm(url, { 'List-Unsubscribe': 'One-Click' }, headers)
