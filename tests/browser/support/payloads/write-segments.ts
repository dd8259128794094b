import { place as X } from './payloads.ts'
import type { Writer } from './writer.ts'

interface Created {
  readonly segment: { readonly id: string }
}

const condition = { field: `guest.attributes.${X}`, operator: 'equals', value: X }
const given = { name: X, description: X, condition }

/** Segments that were created and changed with payloads, by both ways. */
export async function writeSegments({ refuse, store }: Writer) {
  const segments: [string, RegExp][] = []
  for (const base of ['/v1', '/dashboard/api'] as const) {
    await store(`POST ${base}/segments/preview`, {}, { condition })
    await refuse(`POST ${base}/segments/preview`, {}, { condition, segment: X })
    const create = async () => (await store<Created>(`POST ${base}/segments`, {}, given)).segment.id
    const changed = await create()
    await store(`PATCH ${base}/segments/:id`, { id: changed }, given)
    segments.push([changed, new RegExp(`^PATCH ${base}/segments/:id `)])
    segments.push([await create(), new RegExp(`^POST ${base}/segments `)])
  }
  return { segment: segments.at(-1)?.[0] as string, segments }
}
