/** RFC 7644, table 9: those that are used here. */
export type ScimType = 'invalidFilter' | 'uniqueness' | 'invalidSyntax' | 'invalidPath' | 'invalidValue'

/** What an identity provider asked for and does not get, with a sentence for its log. */
export class ScimRefusal extends Error {
  override name = 'ScimRefusal'
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, scimType: ScimType | undefined, detail: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

export const invalidValue = (detail: string) => new ScimRefusal(400, 'invalidValue', detail)
export const notFound = (what: 'user' | 'group') =>
  new ScimRefusal(404, undefined, `There is no such ${what}.`)
