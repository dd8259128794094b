/** Images that files under deploy/ name: by their tags while people work on them, by their digests in a release. */

export interface ImageReference {
  /** As `docker.io/library/node`. */
  readonly name: string
  readonly tag: string
  readonly digest: string | undefined
}

/** With registry, name and tag. An image that is built here has no registry in its name. */
const REFERENCE =
  /^(\s*(?:FROM|image:)\s+)([a-z0-9.-]+\.[a-z]+\/[a-z0-9._/-]+):([\w.-]+)(@sha256:[0-9a-f]{64})?(?=\s|$)/gm

export const imagesIn = (text: string): ImageReference[] =>
  [...text.matchAll(REFERENCE)].map(([, , name = '', tag = '', digest]) => ({
    name,
    tag,
    digest: digest?.slice(1),
  }))

/** The same text with the digest of every image after its tag, in place of an earlier one. */
export const pinned = (text: string, digestOf: (image: ImageReference) => string): string =>
  text.replaceAll(
    REFERENCE,
    (_, before: string, name: string, tag: string, digest?: string) =>
      `${before}${name}:${tag}@${digestOf({ name, tag, digest: digest?.slice(1) })}`,
  )

export const imageFaults = (file: string, text: string): string[] => [
  ...new Set(
    imagesIn(text)
      .filter(({ digest }) => digest === undefined)
      .map(
        ({ name, tag }) =>
          `${file} names ${name}:${tag} without a digest. Run: node scripts/release.ts --pin`,
      ),
  ),
]

/** One of several systems, or of one: what a tag names. */
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')

const LONGEST_MS = 20_000

/** What the tag names at the registry now, asked as the OCI distribution specification says, without an account. */
export async function digestAt(
  { name, tag }: Pick<ImageReference, 'name' | 'tag'>,
  originOf: (registry: string) => string = usualOrigin,
): Promise<string> {
  const [registry = '', ...parts] = name.split('/')
  const url = `${originOf(registry)}/v2/${parts.join('/')}/manifests/${tag}`
  const ask = (headers: Record<string, string>) =>
    fetch(url, {
      method: 'HEAD',
      headers: { accept: MANIFESTS, ...headers },
      signal: AbortSignal.timeout(LONGEST_MS),
    })
  let answer = await ask({})
  if (answer.status === 401) {
    answer = await ask({
      authorization: `Bearer ${await tokenFor(answer.headers.get('www-authenticate') ?? '')}`,
    })
  }
  const digest = answer.headers.get('docker-content-digest') ?? ''
  if (!answer.ok || !/^sha256:[0-9a-f]{64}$/.test(digest)) {
    throw new Error(`${registry} did not say what ${name}:${tag} is (${answer.status}).`)
  }
  return digest
}

const usualOrigin = (registry: string) =>
  `https://${registry === 'docker.io' ? 'registry-1.docker.io' : registry}`

async function tokenFor(challenge: string): Promise<string> {
  const said = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  )
  const url = new URL(said.realm ?? '')
  for (const key of ['service', 'scope']) if (said[key] !== undefined) url.searchParams.set(key, said[key])
  const answer = await fetch(url, { signal: AbortSignal.timeout(LONGEST_MS) })
  const { token, access_token } = (await answer.json()) as { token?: string; access_token?: string }
  return token ?? access_token ?? ''
}
