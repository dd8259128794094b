/** Something that a node of a run created. */
export interface MadeBy<Thing> {
  readonly run: { readonly organisationId: string; readonly id: string; readonly guestId: string }
  readonly nodeId: string
  readonly thing: Thing
}
