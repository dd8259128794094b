import { blocksWithPlaces } from './bodies.ts'
import { place as X } from './payloads.ts'
import type { Writer } from './writer.ts'

interface Saved {
  readonly piece: { readonly key: string }
}

const content = { subject: X, preview: X, blocks: blocksWithPlaces }

/** Pieces that were saved and changed with payloads, each with what its form shows. */
export async function writePieces({ refuse, send, store }: Writer) {
  const footer = { name: 'Footer', key: 'footer', kind: 'blocks', content: { blocks: [{ type: 'divider' }] } }
  await send('POST', '/dashboard/api/pieces', footer)
  const create = async (key: string) => {
    const given = { name: X, key, kind: 'email', content }
    return (await store<Saved>('POST /dashboard/api/pieces', {}, given)).piece.key
  }
  await refuse('POST /dashboard/api/pieces', {}, { name: 'x', key: X, kind: 'email', content })
  const saved = await create('saved')
  const changed = await create('changed')
  await store('PATCH /dashboard/api/pieces/:key', { key: changed }, { name: X, content })
  return {
    piece: saved,
    pieces: [
      [saved, /^POST \/dashboard\/api\/pieces /],
      [changed, /^PATCH \/dashboard\/api\/pieces\/:key /],
    ] as [string, RegExp][],
  }
}
