/** The largest file that is taken, before it is re-encoded. */
export const LARGEST_IMAGE = 3 * 1024 * 1024

/** The address of an uploaded image, on whichever host, and its path. Its name is a hash. */
const ADDRESS = /^https?:\/\/[^/?#]+(\/images\/[\w-]{43}\.(?:png|jpg))$/

/** undefined: not an uploaded image. */
export const imagePathOf = (address: string): string | undefined => ADDRESS.exec(address)?.[1]
