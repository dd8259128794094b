/** What is there of an object. In an optional field of a request, null is the same as leaving it out. */
export type Given<T> = { [Field in keyof T]?: NonNullable<T[Field]> }

export const given = <T extends object>(all: T): Given<T> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value != null)) as Given<T>
