import { reachable } from '../../../api/addresses.ts'
import type { HttpRequest } from '../../../features/request/http-request.ts'

export interface Answer {
  status: number
  reason: string
  milliseconds: number
  headers: [name: string, value: string][]
  body: string
}

const PATIENCE_MS = 30_000

/** Undefined when nothing came back. */
export async function send({ method, url, headers, body }: HttpRequest): Promise<Answer | undefined> {
  const began = performance.now()
  try {
    const response = await fetch(reachable(url), {
      method,
      headers,
      ...(body !== undefined && { body }),
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const text = await response.text()
    return {
      status: response.status,
      reason: response.statusText,
      milliseconds: Math.round(performance.now() - began),
      headers: [...response.headers],
      body: indented(text),
    }
  } catch {
    return undefined
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
