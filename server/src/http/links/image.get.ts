import { links } from '@millrace/contract/operations/links'
import { LRUCache } from 'lru-cache'
import { readName } from '#images/image-name.ts'
import { readImage } from '#images/images.ts'
import { bind } from '../bind.ts'
import { Refusal } from '../refusal.ts'

type Shown = NonNullable<Awaited<ReturnType<typeof readImage>>>

/** A broadcast has thousands of guests look at the same few images within minutes. */
const KEPT_BYTES = 8 * 1024 * 1024
/** So long one that was deleted may still be shown. */
const KEPT_MS = 60_000

/** An image of an e-mail, for everyone who has its address. What a name shows never changes, because it is a hash of it. */
export default bind(links.showImage, ({ database }) => {
  const kept = new LRUCache<string, Shown>({
    maxSize: KEPT_BYTES,
    ttl: KEPT_MS,
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  async function find(name: string): Promise<Shown | undefined> {
    const known = kept.get(name)
    if (known !== undefined) return known
    const named = readName(name)
    const image = named && (await readImage(database.engineSql, named.hash))
    if (image === undefined || image.type !== named?.type) return undefined
    kept.set(name, image)
    return image
  }
  return async ({ params }, reply) => {
    const image = await find(params.name)
    if (image === undefined) throw new Refusal('not_found')
    return (
      reply
        .type(image.type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        // Mail programs on the web show it on their own pages.
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(image.bytes)
    )
  }
})
