import {
  type ImageUse,
  type ListedImage,
  MOST_IMAGE_BYTES,
  MOST_IMAGES,
  type StoredImage,
} from '@millrace/contract/dashboard/images'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import type { EncodedImage } from './encode-image.ts'
import { hashOf, type ImageType, nameOf, urlOf } from './image-name.ts'
import { readImageUses } from './image-uses.ts'

/** It cannot be deleted while something refers to it. */
export class ImageInUse extends Error {
  constructor(uses: readonly ImageUse[]) {
    const places = uses.map(({ type, name }) =>
      type === 'workflow' || type === 'piece' ? `the ${type} "${name}"` : `the brand of ${name}`,
    )
    super(`The image is used in ${places.join(', ')}. Remove it there first.`)
  }
}

interface Place {
  readonly organisationId: string
  /** Where images are published. */
  readonly baseUrl: string
}

interface Row {
  readonly hash: Buffer
  readonly type: ImageType
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly file_name: string
  readonly created_by: string
  readonly created_at: Date
}

/** The length of what is stored is known without reading it. */
const COLUMNS = 'hash, type, width, height, octet_length(bytes) AS bytes, file_name, created_by, created_at'

function toImage({ hash, type, created_at, ...row }: Row, { baseUrl }: Place): StoredImage {
  const name = nameOf(hash, type)
  return { ...row, name, url: urlOf(baseUrl, name), created_at: created_at.toISOString() }
}

/** The newest first. */
export async function listImages(tx: Sql, place: Place): Promise<ListedImage[]> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM images WHERE organisation_id = $1 ORDER BY created_at DESC, hash`,
    [place.organisationId],
  )
  const uses = await readImageUses(tx, place.organisationId)
  return rows.map(row => ({
    ...toImage(row, place),
    used_in: uses.get(row.hash.toString('base64url')) ?? [],
  }))
}

/** The same image again is the one that is there. undefined: the organisation has as many as are kept. */
export async function storeImage(
  tx: Sql,
  place: Place,
  { type, width, height, bytes }: EncodedImage,
  { fileName, actor }: { readonly fileName: string; readonly actor: string },
): Promise<StoredImage | undefined> {
  const { organisationId } = place
  const hash = hashOf(organisationId, bytes)
  const { rowCount } = await tx.query(
    `INSERT INTO images (organisation_id, hash, type, width, height, bytes, file_name, created_by)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8
     FROM (SELECT count(*) AS number, coalesce(sum(octet_length(bytes)), 0) AS total
           FROM images WHERE organisation_id = $1) had
     WHERE had.number < $9 AND had.total + octet_length($6::bytea) <= $10
     ON CONFLICT DO NOTHING`,
    [organisationId, hash, type, width, height, bytes, fileName, actor, MOST_IMAGES, MOST_IMAGE_BYTES],
  )
  if (rowCount === 1)
    await recordAudit(tx, organisationId, {
      actor,
      action: 'image.uploaded',
      subject: nameOf(hash, type),
      detail: { file_name: fileName },
    })
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM images WHERE organisation_id = $1 AND hash = $2`,
    [organisationId, hash],
  )
  return rows[0] && toImage(rows[0], place)
}

/** Those of these that are no images of the organisation. */
export async function missingImages(
  tx: Sql,
  organisationId: string,
  hashes: readonly Buffer[],
): Promise<Buffer[]> {
  const { rows } = await tx.query<{ hash: Buffer }>(
    `SELECT DISTINCT hash FROM unnest($2::bytea[]) AS named (hash)
     WHERE NOT EXISTS (SELECT FROM images i WHERE i.organisation_id = $1 AND i.hash = named.hash)`,
    [organisationId, hashes],
  )
  return rows.map(({ hash }) => hash)
}

/** False: there is no such image. Throws ImageInUse. */
export async function deleteImage(
  tx: Sql,
  organisationId: string,
  hash: Buffer,
  actor: string,
): Promise<boolean> {
  const uses = (await readImageUses(tx, organisationId)).get(hash.toString('base64url'))
  if (uses !== undefined) throw new ImageInUse(uses)
  const { rows } = await tx.query<Pick<Row, 'type' | 'file_name'>>(
    'DELETE FROM images WHERE organisation_id = $1 AND hash = $2 RETURNING type, file_name',
    [organisationId, hash],
  )
  const [row] = rows
  if (row === undefined) return false
  await recordAudit(tx, organisationId, {
    actor,
    action: 'image.deleted',
    subject: nameOf(hash, row.type),
    detail: { file_name: row.file_name },
  })
  return true
}

/** For everyone who knows its address, so in no organisation's name. */
export async function readImage(
  engine: Sql,
  hash: Buffer,
): Promise<{ readonly type: ImageType; readonly bytes: Buffer } | undefined> {
  const { rows } = await engine.query<{ type: ImageType; bytes: Buffer }>(
    'SELECT type, bytes FROM images WHERE hash = $1',
    [hash],
  )
  return rows[0]
}
