/** Who signs in, a host or one of the staff; their sessions and second factors are in the same tables. */
export interface Identity {
  kind: 'host' | 'staff'
  id: number
}

export function ownedBy({ kind, id }: Identity) {
  return kind === 'host' ? { customer_id: id, person_id: null } : { customer_id: null, person_id: id }
}
