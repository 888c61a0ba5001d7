/** Who signs in: a host, or one of the staff. Their sessions and second factors stand in the same tables. */
export interface Identity {
  kind: 'host' | 'staff'
  id: number
}

/** The columns that say whose a row is. */
export function ownedBy({ kind, id }: Identity) {
  return kind === 'host' ? { customer_id: id, person_id: null } : { customer_id: null, person_id: id }
}
