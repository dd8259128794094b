/** What lists call the guest g: by name, or else by an address. Tills often send a guest without a name. */
export const guestCalled = `coalesce(nullif(g.name, ''), g.email, g.phone)`
