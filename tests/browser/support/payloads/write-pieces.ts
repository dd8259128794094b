import { blocksWithPlaces } from './bodies.ts'
import { place as X } from './payloads.ts'
import type { Writer } from './writer.ts'

const content = { subject: X, preview: X, blocks: blocksWithPlaces }
const divided = { blocks: [{ type: 'divider' }] }

/** Pieces that were saved and changed with payloads, each with what its form shows. */
export async function writePieces({ refuse, send, store }: Writer) {
  const route = 'POST /dashboard/api/pieces'
  await refuse(route, {}, { name: 'x', key: X, kind: 'email', content })
  await store(route, {}, { name: X, key: 'saved', kind: 'email', content })
  for (const plain of [
    { name: 'Footer', key: 'footer', kind: 'blocks', content: divided },
    { name: 'Changed', key: 'changed', kind: 'email', content: { subject: 'Hello', ...divided } },
  ])
    await send('POST', '/dashboard/api/pieces', plain)
  await store('PATCH /dashboard/api/pieces/:key', { key: 'changed' }, { name: X, content })
  return {
    piece: 'saved',
    pieces: [
      ['saved', /^POST \/dashboard\/api\/pieces /],
      ['changed', /^PATCH \/dashboard\/api\/pieces\/:key /],
    ] as [string, RegExp][],
  }
}
